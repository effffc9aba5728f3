import { selectRows, toTime, type Row } from '../database.ts'
import type { ReadsByName } from '../reads.ts'
import { readAuditPage } from '../rows/audits.ts'
import { BRIEFS } from '../rows/components.ts'
import { diffWords } from '../rows/differences.ts'
import { pickColumns, formatTimes } from '../rows/format-times.ts'
import { GUIDES, toStigRule } from '../rows/guides.ts'
import { MINE, VISIBLE } from '../rows/membership.ts'
import { CHECKS, DESCRIPTIONS, readRequirements } from '../rows/requirements.ts'

const PARENT = [
  'id',
  'name',
  'prefix',
  'version',
  'release',
  'based_on_title',
  'based_on_version',
  'severity_counts',
  'pending_comment_count',
  'updated_at',
  'released',
]

/** A change with its word differences. */
function withDifferences(change: Row): Row {
  const { prev_value: before, new_value: after } = change
  if (typeof before !== 'string' && typeof after !== 'string') return change
  return { ...change, diff: diffWords(before, after) }
}

/** Reads of requirements. */
export const REQUIREMENTS: ReadsByName = {
  'GET /components/{componentId}/rules': {
    scope: 'component',
    answer: ({ session, ids }) => readRequirements(ids[0], session['user_id']),
  },
  'GET /components/{componentId}/rules/deleted': {
    scope: 'component',
    answer: async ({ ids }) => {
      const [rules, [counted]] = await Promise.all([
        selectRows(
          'deleted',
          `select r.id, r.rule_id, c.prefix || '-' || r.rule_id as displayed_name, r.title, r.version, r.status, r.deleted_at,
            (select a.actor_name from audit_entries a where a.rule_id = r.id and a.auditable_type = 'BaseRule' and a.created_at >= r.deleted_at
              order by a.id limit 1) as deleted_by,
            exists (select from requirement_relocations l where l.source_rule_id = r.id and l.executed_at is not null) as moved
           from rules r join components c on c.id = r.component_id where r.component_id = $1 and r.deleted_at is not null
           order by r.deleted_at desc, r.id desc limit 25`,
          ids,
        ),
        selectRows(
          'deleted counted',
          'select count(*)::int as total from rules where component_id = $1 and deleted_at is not null',
          ids,
        ),
      ])
      return {
        rules: rules.map(formatTimes),
        pagination: { page: 1, per_page: 25, total: counted?.['total'] },
      }
    },
  },
  'GET /requirement_relocations': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const requirements = await selectRows(
        'relocations',
        `select l.id, l.source_rule_id, l.target_technology_token, l.target_component_id, l.target_project_id, l.created_at, l.declined_at,
          l.adjudication_rationale, l.source_displayed_name, l.component_id, c.name as component_name, l.requested_by_name, l.declined_by_name,
          l.executed_at, l.accepted_by_name, l.target_rule_id, d.prefix || '-' || r.rule_id as target_displayed_name, d.name as target_component_name
         from requirement_relocations l join components c on c.id = l.component_id
         left join rules r on r.id = l.target_rule_id and l.executed_at is not null left join components d on d.id = r.component_id
         where (l.declined_at is not null or l.executed_at is not null
             or exists (select from rules s where s.id = l.source_rule_id and s.deleted_at is null))
           and (l.component_id in (${MINE('$1')}) or (l.declined_at is null and l.executed_at is null and exists (
             select from components t join memberships m on m.user_id = $1 and m.role <> 'viewer' and (m.project_id = t.project_id or m.component_id = t.id)
             where (t.id = l.target_component_id or t.project_id = l.target_project_id) and t.document_type = 'srg' and not t.released
               and t.id <> l.component_id and substring(t.prefix from '^[A-Z]+') = l.target_technology_token)))
         order by l.created_at, l.id`,
        [session['user_id']],
      )
      return requirements.map(formatTimes)
    },
  },
  'GET /requirement_relocations/destinations': {
    scope: 'anyone',
    answer: ({ session }) =>
      selectRows(
        'destinations',
        `select distinct on (token) token, name, released
         from (select substring(c.prefix from '^[A-Z]+') as token, c.* from components c where c.document_type = 'srg' and c.id in (${VISIBLE('$1')})) c
         where token is not null order by token, released, id`,
        [session['user_id']],
      ),
  },
  'GET /rules/{ruleId}/histories': {
    scope: 'rule',
    answer: async ({ ids }) => {
      const page = await readAuditPage('rule', 'a.rule_id = $1', ids[0])
      return {
        ...page,
        rows: page.rows.map(({ audited_changes: changes, ...entry }) => ({
          ...entry,
          audited_changes:
            entry['action'] === 'update' && Array.isArray(changes) ? changes.map(withDifferences) : changes,
        })),
      }
    },
  },
  'GET /rules/{ruleId}/search/related_rules': {
    scope: 'rule',
    answer: async ({ session, record }) => {
      const [rules, catalog, components, stigs] = await Promise.all([
        selectRows(
          'related rules',
          `select r.id, r.rule_id, c.prefix || '-' || r.rule_id as displayed_name, r.title, r.version, r.status, r.rule_severity, r.component_id,
            r.fixtext, r.vendor_comments, ${DESCRIPTIONS} as disa_rule_descriptions_attributes, ${CHECKS} as checks_attributes
           from rules r join components c on c.id = r.component_id
           where r.version = $1 and r.component_id <> $2 and r.deleted_at is null and r.component_id in (${MINE('$3')})
           order by r.component_id, r.rule_id`,
          [record['version'], record['component_id'], session['user_id']],
        ),
        selectRows(
          'related in stigs',
          'select s.* from stig_rules s where s.srg_id = $1 order by s.stig_id, s.id',
          [record['version']],
        ),
        selectRows(
          'related components',
          `select b.*, p.name as project_name from (${BRIEFS} where c.id <> $2 and c.id in (${MINE('$3')})
             and c.id in (select r.component_id from rules r where r.version = $1 and r.deleted_at is null)) b
           join projects p on p.id = b.project_id order by b.id`,
          [record['version'], record['component_id'], session['user_id']],
        ),
        selectRows(
          'related stigs',
          `${GUIDES('stigs', 's.benchmark_date')} where s.id in (select r.stig_id from stig_rules r where r.srg_id = $1) order by s.id`,
          [record['version']],
        ),
      ])
      const parents = components.map((row) => ({
        ...pickColumns(row, PARENT),
        updated_at: toTime(row['updated_at']),
        project: { id: row['project_id'], name: row['project_name'] },
      }))
      return {
        rules: [...rules, ...catalog.map((row) => ({ ...toStigRule(row), stig_id: row['stig_id'] }))],
        parents: [...stigs, ...parents],
      }
    },
  },
}
