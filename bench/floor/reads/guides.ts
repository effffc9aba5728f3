import { isRecord } from '../../../src/lib/json-values.ts'
import { selectRows, type Row } from '../database.ts'
import type { ReadsByName } from '../reads.ts'
import { sumMember } from '../rows/counts.ts'
import { diffWords } from '../rows/differences.ts'
import { pickColumns } from '../rows/format-times.ts'
import { CANONICAL, GUIDES, toSrgRule, toStigRule } from '../rows/guides.ts'
import { VISIBLE } from '../rows/membership.ts'

const SRG = 's.release_date, s.core'
const STIG = 's.benchmark_date'
const SEVERITIES = ['high', 'medium', 'low']
const COMPARED = ['title', 'rule_severity', 'ident', 'vuln_discussion', 'check', 'fix']

const AUDITED_COLUMNS = ['rule_id', ...COMPARED]

const LATEST = (line: string, table: string) => `
  select * from (select distinct on (g.${line}) g.id, g.${line}, g.name, g.title, g.version from ${table} g
    order by g.${line}, g.version_major desc nulls last, g.version_minor desc nulls last, g.id desc) g
  order by g.title collate "C", g.id`

const toGuideCounts = (guide: Row) => ({
  rule_count: SEVERITIES.reduce((sum, severity) => sum + sumMember([guide], 'severity_counts', severity), 0),
  severity_counts: guide['severity_counts'],
})

const TEXTS = `select s.version as key, s.rule_id, s.title, s.rule_severity, s.ident, s.vuln_discussion, s.check_content as check, s.fixtext as fix
  from srg_rules s where s.srg_id =`

function toUpdate(base: Row, diff: Row): Row {
  const fields = COMPARED.filter((field) => base[field] !== diff[field])
  return {
    base,
    diff,
    changes: fields.map((field) => ({ field, diff: diffWords(base[field], diff[field]) })),
  }
}

function toComparison(pairs: Row[]): Row {
  const answer: Record<'added' | 'removed' | 'updated', Row> = { added: {}, removed: {}, updated: {} }
  for (const { key, base, diff } of pairs) {
    const [before, after] = [base, diff].map((rule) =>
      isRecord(rule) ? pickColumns(rule, AUDITED_COLUMNS) : null,
    )
    if (before && after) answer.updated[String(key)] = toUpdate(before, after)
    else if (after) answer.added[String(key)] = after
    else if (before) answer.removed[String(key)] = before
  }
  return { ...answer, left_out: { added: [], removed: [], updated: [] } }
}

/** Reads of SRGs and STIGs. */
export const GUIDE: ReadsByName = {
  'GET /api/srgs/compare': {
    scope: 'anyone',
    answer: async ({ query }) => {
      const pairs = await selectRows(
        'compared',
        `select row_to_json(b) as base, row_to_json(d) as diff, coalesce(d.key, b.key) as key
         from (${TEXTS} $1) b full join (${TEXTS} $2) d on d.key = b.key
         where (b.title, b.rule_severity, b.ident, b.vuln_discussion, b.check, b.fix)
           is distinct from (d.title, d.rule_severity, d.ident, d.vuln_discussion, d.check, d.fix)
         order by coalesce(d.key, b.key) collate "C"`,
        [query['base_id'], query['diff_id']],
      )
      return toComparison(pairs)
    },
  },
  'GET /api/srgs/latest': {
    scope: 'anyone',
    answer: async () => ({ rows: await selectRows('latest srgs', LATEST('srg_id', 'srgs'), []) }),
  },
  'GET /api/stigs/latest': {
    scope: 'anyone',
    answer: async () => ({ rows: await selectRows('latest stigs', LATEST('stig_id', 'stigs'), []) }),
  },
  'GET /api/srgs/{id}/stats': {
    scope: 'anyone',
    answer: async ({ session, ids }) => {
      const [[guide], components] = await Promise.all([
        selectRows('srg', `${GUIDES('srgs', SRG)} where s.id = $1`, ids),
        selectRows(
          'components of srg',
          `select c.id, c.name, c.project_id, p.name as project_name from components c join projects p on p.id = c.project_id
           where c.id in (${VISIBLE('$2')}) and (c.security_requirements_guide_id = $1
             or exists (select from component_sources x where x.component_id = c.id and x.srg_id = $1))
           order by c.name, c.id`,
          [ids[0], session['user_id']],
        ),
      ])
      return guide ? { ...toGuideCounts(guide), usage: { count: components.length, components } } : null
    },
  },
  'GET /api/stigs/{id}/stats': {
    scope: 'anyone',
    answer: async ({ ids }) => {
      const [guide] = await selectRows('stig', `${GUIDES('stigs', STIG)} where s.id = $1`, ids)
      return guide ? toGuideCounts(guide) : null
    },
  },
  'GET /srgs/{id}': {
    scope: 'anyone',
    answer: async ({ ids }) => {
      const [[guide], rules] = await Promise.all([
        selectRows('srg', `${GUIDES('srgs', SRG)} where s.id = $1`, ids),
        selectRows(
          'rules of srg',
          `select * from srg_rules r where r.srg_id = $1 order by ${CANONICAL}`,
          ids,
        ),
      ])
      return guide ? { ...guide, srg_rules: rules.map(toSrgRule) } : null
    },
  },
  'GET /stigs': {
    scope: 'anyone',
    answer: () =>
      selectRows(
        'stigs',
        `${GUIDES('stigs', STIG)} order by s.title collate "C", s.version_major nulls last, s.version_minor nulls last, s.id`,
        [],
      ),
  },
  'GET /stigs/{id}': {
    scope: 'anyone',
    answer: async ({ ids }) => {
      const [[guide], rules] = await Promise.all([
        selectRows('stig described', `${GUIDES('stigs', `${STIG}, s.description`)} where s.id = $1`, ids),
        selectRows(
          'rules of stig',
          `select * from stig_rules r where r.stig_id = $1 order by ${CANONICAL}`,
          ids,
        ),
      ])
      return guide ? { ...guide, stig_rules: rules.map(toStigRule) } : null
    },
  },
}
