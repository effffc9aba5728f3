import { CHECK_SECTIONS, DISA_SECTIONS, RULE_SECTIONS } from '../../../entities/rule-sections.ts'
import { toShingles, computeSimilarity } from '../../../src/search/similarity/shingles.ts'
import { shinglesToBands } from '../../../src/search/similarity/signature.ts'
import { SECTIONS } from '../../../src/vocabulary.ts'
import { PAGE, toListRow } from '../comments.ts'
import { selectRows, toTime, type Row } from '../database.ts'
import { TOP_LEVEL } from '../filters.ts'
import type { FloorRequest } from '../floor-request.ts'
import type { ReadsByName } from '../reads.ts'
import { toReview, VIEW } from '../reviews.ts'
import { diffWords } from '../rows/differences.ts'
import { MINE } from '../rows/membership.ts'

type Column = 'project_id' | 'component_id'

const DAY = 86_400_000

/** Comments posted, decided and closed by day, and before the first day. */
const series =
  (column: Column) =>
  async ({ ids, query: { from = '', to = '' } }: FloorRequest) => {
    const dayRows = await selectRows(
      `series ${column}`,
      `select case when e.at >= $2::date at time zone 'UTC' then (e.at at time zone 'UTC')::date::text end as day,
        sum(e.opened)::int as opened, sum(e.decided)::int as decided, sum(e.closed)::int as closed
       from reviews v cross join lateral (values (v.created_at, 1, 0, 0), (v.triage_set_at, 0, 1, 0), (v.adjudicated_at, 0, 0, 1))
         e (at, opened, decided, closed)
       where v.${column} = $1 and ${TOP_LEVEL} and e.at < ($3::date + 1) at time zone 'UTC' group by 1`,
      [ids[0], from, to],
    )
    const countsByDay = new Map(dayRows.map(({ day, ...counts }) => [day, counts]))
    const before = countsByDay.get(null)
    const first = Date.parse(from)
    const days = Array.from({ length: (Date.parse(to) - first) / DAY + 1 }, (_, index) => {
      const day = new Date(first + index * DAY).toISOString().slice(0, 10)
      return { day, ...(countsByDay.get(day) ?? { opened: 0, decided: 0, closed: 0 }) }
    })
    return { from, to, open_before: Number(before?.['opened'] ?? 0) - Number(before?.['closed'] ?? 0), days }
  }

/** Open comments of each assignee. */
const workload =
  (column: Column) =>
  async ({ ids }: FloorRequest) => ({
    rows: await selectRows(
      `workload ${column}`,
      `select json_build_object('id', u.id, 'name', u.name) as user, count(*)::int as assigned,
        (count(*) filter (where v.due_on < (now() at time zone 'UTC')::date))::int as overdue
       from reviews v join users u on u.id = v.assignee_id
       where v.${column} = $1 and v.adjudicated_at is null and ${TOP_LEVEL} group by u.id order by u.name, u.id`,
      ids,
    ),
  })

/** The columns of a section, by the type of their record. */
function listFields(section: unknown): { type: string; field: string }[] {
  const name = Object.entries(SECTIONS).find(([key]) => key === section)?.[1]
  const kinds = { BaseRule: RULE_SECTIONS, Check: CHECK_SECTIONS, DisaRuleDescription: DISA_SECTIONS }
  return Object.entries(kinds).flatMap(([type, sections]) =>
    Object.entries(sections)
      .filter(([, covered]) => name === undefined || covered === name)
      .map(([field]) => ({
        type,
        field: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      })),
  )
}

/** The oldest and newest value of each field since a time. */
const CHANGED = `
  select a.auditable_type, a.auditable_id, e.key as field, (array_agg(e.value -> 0 order by a.id))[1] as before,
    (array_agg(e.value -> 1 order by a.id desc))[1] as after
  from audit_entries a cross join lateral jsonb_each(a.changes) e
  join jsonb_to_recordset($3::jsonb) m (type text, field text) on m.type = a.auditable_type and m.field = e.key
  where a.rule_id = $1 and a.created_at > $2 and a.action = 'update'
  group by 1, 2, 3 order by 1, 2, 3`

function toFieldChange({ field, before, after }: Row): Row {
  if (typeof before === 'boolean' || typeof after === 'boolean') return { field, before, after }
  return { field, before, after, diff: diffWords(before, after) }
}

/** Comments of the same component that share bands with a text; only this many are compared. */
const NEAR = `
  select v.id, v.comment, v.rule_id, v.section, v.triage_status, v.duplicate_of_review_id
  from (select s.review_id, count(*) as shared from unnest($1::int[]) b (band) join comment_signatures s on s.bands @> array[b.band]
    where s.component_id = $2 and s.review_id <> $3 group by 1) n
  join reviews v on v.id = n.review_id left join rules r on r.id = v.rule_id
  where r.deleted_at is null and v.triage_status is distinct from 'withdrawn' order by n.shared desc, v.id limit 60`

/** The survivor of a merge of these comments. */
function findSurvivor(rows: Row[]): number {
  const ids = rows
    .filter((row) => row['triage_status'] !== 'withdrawn' && row['responding_to_review_id'] == null)
    .map((row) => Number(row['triage_status'] === 'duplicate' ? row['duplicate_of_review_id'] : row['id']))
  return Math.min(...ids)
}

/** Reads of comments and reviews. */
export const COMMENTS: ReadsByName = {
  'GET /components/{componentId}/comment_series': { scope: 'component', answer: series('component_id') },
  'GET /components/{componentId}/triage_workload': { scope: 'component', answer: workload('component_id') },
  'GET /projects/{projectId}/comment_series': { scope: 'project', answer: series('project_id') },
  'GET /projects/{projectId}/triage_workload': { scope: 'project', answer: workload('project_id') },
  'GET /reviews/{reviewId}': {
    scope: 'review',
    answer: async ({ session, ids }) => {
      const values = [ids[0], session['user_id']]
      const [[review], responses] = await Promise.all([
        selectRows('one review', VIEW('v.id = $1'), values),
        selectRows(
          'first responses',
          `${VIEW('v.responding_to_review_id = $1')} order by v.created_at, v.id limit 50`,
          values,
        ),
      ])
      return review ? { review: toReview(review), responses: responses.map(toReview) } : null
    },
  },
  'GET /reviews/{reviewId}/reactions': {
    scope: 'review',
    answer: async ({ ids }) => {
      const templates = await selectRows(
        'reactions',
        'select u.name, x.kind from reactions x join users u on u.id = x.user_id where x.review_id = $1 order by x.created_at, x.id',
        ids,
      )
      const names = (kind: string) =>
        templates.filter((row) => row['kind'] === kind).map(({ name }) => ({ name }))
      return { up: names('up'), down: names('down') }
    },
  },
  'GET /reviews/{reviewId}/section_changes': {
    scope: 'review',
    answer: async ({ record: { rule_id: rule, section, created_at: since } }) => {
      const changes = await selectRows('section changes', CHANGED, [
        rule,
        since,
        JSON.stringify(listFields(section)),
      ])
      const fields = changes.filter((row) => row['before'] !== row['after']).map(toFieldChange)
      return { section, since: toTime(since), changed: fields.length > 0, fields }
    },
  },
  'GET /reviews/{reviewId}/similar': {
    scope: 'review',
    answer: async ({ session, record: review }) => {
      const component = Number(review['component_id'])
      const shingles = toShingles(String(review['comment']))
      const candidates = await selectRows('near', NEAR, [
        shinglesToBands(shingles, component),
        component,
        review['id'],
      ])
      const computeCloseness = (row: Row) =>
        (row['rule_id'] === review['rule_id'] ? 2 : 0) + (row['section'] === review['section'] ? 1 : 0)
      const scored = candidates
        .map((row) => ({ row, score: computeSimilarity(shingles, toShingles(String(row['comment']))) }))
        .filter(({ score }) => score >= 0.5)
        .toSorted((a, b) => b.score - a.score || computeCloseness(b.row) - computeCloseness(a.row))
        .slice(0, 10)
      const views = await selectRows('near viewed', VIEW('v.id = any($1)'), [
        scored.map(({ row }) => row['id']),
        session['user_id'],
      ])
      const byId = new Map(views.map((row) => [row['id'], toReview(row)]))
      return {
        rows: scored.map(({ row, score }) => ({
          review: byId.get(row['id']),
          score,
          proposed_survivor_id: findSurvivor([row, review]),
        })),
      }
    },
  },
  'GET /users/{id}/comments': {
    scope: 'anyone',
    answer: async ({ session, ids }) => {
      const ownComments = `v.user_id = $1 and ${TOP_LEVEL} and v.component_id in (${MINE('$2')})`
      const values = [ids[0], session['user_id']]
      const [page, [counted]] = await Promise.all([
        selectRows('comments of person', PAGE(ownComments, 1), values),
        selectRows(
          'comments of person counted',
          `select count(*)::int as total from reviews v where ${ownComments}`,
          values,
        ),
      ])
      const replies = await selectRows(
        'projects and replies',
        `select v.id, p.name, (select max(y.created_at) from reviews y where y.responding_to_review_id = v.id) as replied_at
         from reviews v join projects p on p.id = v.project_id where v.id = any($1)`,
        [page.map((row) => row['id'])],
      )
      const replyRows = new Map(replies.map((row) => [row['id'], row]))
      return {
        rows: page.map((row) => {
          const { name, replied_at } = replyRows.get(row['id']) ?? {}
          const activities = [row['triage_set_at'], row['adjudicated_at'], replied_at].map(toTime)
          return {
            ...toListRow(row),
            project_id: row['project_id'],
            project_name: name,
            component_id: row['component_id'],
            component_name: row['component_name'],
            latest_activity_at:
              activities
                .filter((time) => time !== null)
                .toSorted()
                .at(-1) ?? null,
          }
        }),
        pagination: { page: 1, per_page: 25, total: counted?.['total'] },
      }
    },
  },
}
