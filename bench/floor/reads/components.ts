import { isRecord } from '../../../src/lib/json-values.ts'
import { findProjectRole } from '../access.ts'
import { selectRows, toTime, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import type { ReadsByName } from '../reads.ts'
import { toReview, VIEW } from '../reviews.ts'
import { readEntries } from '../rows/audits.ts'
import { BRIEFS, toHeader, toSummary, readComponent } from '../rows/components.ts'
import { sumStatuses } from '../rows/counts.ts'
import { formatTimes } from '../rows/format-times.ts'
import { NEWEST } from '../rows/guides.ts'
import { MEMBERS, VISIBLE } from '../rows/membership.ts'
import { readReadiness, toState } from '../rows/readiness.ts'
import { readRequirements } from '../rows/requirements.ts'

const QUESTIONS =
  'select q.id, q.component_id, q.name, q.question_type, q.options from additional_questions q where q.component_id = $1 order by q.id'

/** The guide of a component, its newest release, and related records. */
const CONTEXT = `
  select p.name as project_name, g.id as guide_id, g.srg_id, g.title, g.version,
    (select json_build_object('id', n.id, 'version', n.version) from component_sources x join srgs s on s.id = x.srg_id, lateral (${NEWEST('srgs')}) n
      where x.component_id = c.id and n.id <> s.id order by s.id = g.id desc, s.id limit 1) as newer,
    (select json_build_object('id', m.id, 'srg_id', m.srg_id, 'version', m.version) from srgs m
      where m.released_from_component_id = c.id order by m.id desc limit 1) as published_srg,
    (select count(*)::int from requirement_relocations l where l.component_id = c.id and l.executed_at is not null) as moved_out_count
  from components c join projects p on p.id = c.project_id join srgs g on g.id = c.security_requirements_guide_id where c.id = $1`

const TEXTS = `select r.rule_id, r.title,
    (select d.vuln_discussion from disa_descriptions d where d.rule_id = r.id order by d.id limit 1) as vuln_discussion,
    (select k.content from rule_checks k where k.rule_id = r.id order by k.id limit 1) as check, r.fixtext as fix
  from rules r where r.component_id =`

const toNewerRelease = (context: Row): Row =>
  isRecord(context['newer']) ? context['newer'] : { id: null, version: null }

async function readComponentPage({ session, record, ids: [id] }: FloorRequest): Promise<Row | null> {
  const [component, [context], reviews, histories, members, inherited, questions, rules] = await Promise.all([
    readComponent(id),
    selectRows('component context', CONTEXT, [id]),
    selectRows(
      'newest reviews',
      `${VIEW('v.component_id = $1 and r.deleted_at is null')} order by v.created_at desc, v.id desc limit 20`,
      [id, session['user_id']],
    ),
    readEntries('component', 'a.component_id = $1', 20, id),
    selectRows('members component_id', MEMBERS('component_id'), [id]),
    selectRows('members project_id', MEMBERS('project_id'), [record['project_id']]),
    selectRows('questions', QUESTIONS, [id]),
    readRequirements(id, session['user_id']),
  ])
  if (!component || !context) return null
  const newer = toNewerRelease(context)
  return {
    ...toHeader(component, record['role']),
    reviews: reviews.map(toReview),
    status_counts: sumStatuses(component['document_type'] === 'srg' ? 'srg' : 'stig', [component]),
    moved_out_count: context['moved_out_count'],
    srg_is_latest: newer['id'] === null,
    srg_latest_version: newer['version'],
    srg_latest_id: newer['id'],
    additional_questions: questions,
    histories,
    memberships: members,
    inherited_memberships: inherited,
    metadata: component['metadata'],
    rules,
  }
}

const CHANGES = `
  select coalesce(b.rule_id, d.rule_id) as number, row_to_json(b) as base, row_to_json(d) as diff
  from (${TEXTS} $1 and r.deleted_at is null) b full join (${TEXTS} $2 and r.deleted_at is null) d on d.rule_id = b.rule_id
  where b is distinct from d order by 1`

/** Releases of a component and the changes between two of them. */
async function readMilestones(components: Row[]): Promise<Row[]> {
  const entries = components.map(async (component, index) => {
    const base = components[index - 1]
    if (!base) return [{ component }]
    const changeRows = await selectRows('changes', CHANGES, [base['id'], component['id']])
    const changes = changeRows.map(({ number, ...row }) => {
      const change = row['base'] && row['diff'] ? 'updated' : row['base'] ? 'removed' : 'added'
      return [String(number), { change, base: row['base'] ?? undefined, diff: row['diff'] ?? undefined }]
    })
    return [
      { base_component: base, diff_component: component, changes: Object.fromEntries(changes) },
      { component },
    ]
  })
  return (await Promise.all(entries)).flat()
}

/** Reads of components. */
export const COMPONENTS: ReadsByName = {
  'GET /api/components/compare': {
    scope: 'anyone',
    answer: async ({ session, query: { base_id: base, diff_id: diff } }) => {
      const components = await selectRows(
        'inspec',
        `select r.rule_id, max(r.inspec_control_file) filter (where r.component_id = $1) as base,
          max(r.inspec_control_file) filter (where r.component_id = $2) as diff
         from rules r where r.component_id in ($1, $2) and r.deleted_at is null and r.component_id in (${VISIBLE('$3')})
         group by r.rule_id order by r.rule_id`,
        [base, diff, session['user_id']],
      )
      const data = components.map((row) => [
        String(row['rule_id']),
        { base: row['base'], diff: row['diff'], changed: row['base'] !== row['diff'] },
      ])
      const meta = { base_id: Number(base), diff_id: Number(diff), rules_count: components.length }
      return { data: Object.fromEntries(data), meta }
    },
  },
  'GET /api/components/latest': {
    scope: 'anyone',
    answer: async () => ({
      rows: await selectRows(
        'latest components',
        `select * from (select distinct on (c.prefix) c.id, c.name, c.prefix, c.version, c.release, c.title from components c where c.released
           order by c.prefix, c.version desc nulls last, c.release desc nulls last, c.id desc) c
         order by c.prefix collate "C", c.id`,
        [],
      ),
    }),
  },
  'GET /api/components/{id}/header': {
    scope: 'component',
    answer: async ({ record, ids: [id] }) => {
      const [component, [context], questions] = await Promise.all([
        readComponent(id),
        selectRows('component context', CONTEXT, [id]),
        selectRows('questions', QUESTIONS, [id]),
      ])
      if (!component || !context) return null
      const newer = toNewerRelease(context)
      return {
        ...toHeader(component, record['role']),
        released_at: toTime(component['released_at']),
        project_name: context['project_name'],
        published_srg: context['published_srg'],
        guide: {
          id: context['guide_id'],
          srg_id: context['srg_id'],
          title: context['title'],
          version: context['version'],
          is_latest: newer['id'] === null,
          latest_id: newer['id'],
          latest_version: newer['version'],
        },
        additional_questions: questions,
      }
    },
  },
  'GET /api/components/{id}/readiness': {
    scope: 'component',
    answer: async ({ ids }) => {
      const component = await readComponent(ids[0])
      return component ? readReadiness(component) : null
    },
  },
  'GET /api/components/{id}/summary': {
    scope: 'component',
    answer: async ({ record, ids }) => {
      const component = await readComponent(ids[0])
      return component ? toSummary(component, record['role']) : null
    },
  },
  'GET /api/components/{id}/workflow_state': {
    scope: 'component',
    answer: async ({ ids }) => {
      const component = await readComponent(ids[0])
      return component ? toState(component) : null
    },
  },
  'GET /components': {
    scope: 'anyone',
    answer: async () => {
      const versions = await selectRows(
        'released',
        `${BRIEFS} where c.released order by c.name collate "C", c.version nulls first, c.release nulls first, c.id`,
        [],
      )
      return versions.map(formatTimes)
    },
  },
  'GET /components/history': {
    scope: 'anyone',
    answer: async ({ session, query: { project_id: project, name } }) => {
      if (!(await findProjectRole(session['user_id'], Number(project)))) return null
      const candidates = await selectRows(
        'milestones',
        `${BRIEFS} where c.project_id = $1 and c.name = $2 and c.version is not null and c.release is not null
         order by c.version, c.release, c.id`,
        [project, name],
      )
      return readMilestones(candidates.map(formatTimes))
    },
  },
  'GET /components/{id}': { scope: 'component', answer: readComponentPage },
  'GET /components/{id}/histories': {
    scope: 'component',
    answer: ({ ids }) => readEntries('component', 'a.component_id = $1', 50, ids[0]),
  },
  'GET /components/{id}/related': {
    scope: 'component',
    answer: ({ session, ids }) =>
      selectRows(
        'related',
        `select c.id, c.name, c.version, c.prefix, c.release, c.project_id, p.name as project_name
         from components o join srgs og on og.id = o.security_requirements_guide_id join srgs g on g.title = og.title
         join components c on c.security_requirements_guide_id = g.id join projects p on p.id = c.project_id
         where o.id = $1 and c.id <> o.id and c.id in (${VISIBLE('$2')}) order by p.name, c.project_id, c.name, c.id`,
        [ids[0], session['user_id']],
      ),
  },
}

/** A path with any text after the component, which must be matched after all other routes. */
export const BY_NAME: ReadsByName = {
  'GET /components/{id}/{displayedName}': { scope: 'component', answer: readComponentPage },
}
