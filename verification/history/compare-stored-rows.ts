import { sql, type RawBuilder } from 'kysely'
import { countedRulesSql } from '../../entities/rule-count-delta.ts'
import { ruleCounts } from '../../routers/components/read/rule-counts.ts'
import { selectStoredCounts } from '../../routers/reviews/read/counts/stored-counts.ts'
import type { Queries } from '../../src/database/database.ts'
import type { Comment, Requirement, Span, ComponentState } from './component-state.ts'
import { toPhaseBody } from './requirement-rules.ts'

/** The differences between the database and the model after a round, as text. */
export async function findStoredDifferences(
  db: Queries,
  componentId: number,
  end: ComponentState,
): Promise<string[]> {
  const differences = [
    ...(await findWrongComments(db, componentId, end)),
    ...(await findWrongRules(db, componentId, end)),
    ...(await findWrongComponent(db, componentId, end)),
  ]
  for (const [problem, query] of Object.entries(selectImpossible(componentId))) {
    const { rows } = await sql<object>`select * from (${query}) broken limit 3`.execute(db)
    if (rows.length > 0) differences.push(`${problem}: ${JSON.stringify(rows)}`)
  }
  return differences
}

const TOP_LEVEL = sql`v.action = 'comment' and v.responding_to_review_id is null`

/** The number of audit entries about changes of a record. */
const countEntries = (type: string, id: string) => sql<number>`(select count(*)::integer from audit_entries a
  where a.auditable_type = ${type} and a.auditable_id = ${sql.ref(id)} and a.action = 'update')`

/** Finds an audit entry of a record that does not start from the state where the previous one ended. */
const selectBrokenHistory = (
  type: string,
  table: string,
  columns: readonly string[],
  componentId: number,
) => sql`
  select f.name, a.id from (select unnest(array[${sql.join(columns.map((name) => sql`${name}::text`))}])) f (name)
  cross join lateral (
    select e.id, e.changes -> f.name -> 0 as was, to_jsonb(t) -> f.name as now, e.changes -> f.name -> 1 as became,
      lag(e.changes -> f.name -> 1) over w as before, lead(e.id) over w as next
    from audit_entries e join ${sql.table(table)} t on t.id = e.auditable_id and t.component_id = ${componentId}
    where e.auditable_type = ${type} and e.action = 'update' and e.changes ? f.name
    window w as (partition by e.auditable_id order by e.id)) a
  where (a.before is not null and a.before is distinct from a.was)
    or (a.next is null and a.now is distinct from a.became)`

const selectImpossible = (componentId: number): Record<string, RawBuilder<unknown>> => ({
  'a duplicate of itself, of another duplicate, or of a comment elsewhere': sql`
    select v.id from reviews v left join reviews c on c.id = v.duplicate_of_review_id
    where v.component_id = ${componentId} and v.triage_status = 'duplicate'
      and (c.id is null or c.id = v.id or c.triage_status = 'duplicate' or c.component_id <> v.component_id)`,
  'a closing or a decision without its user or its time': sql`
    select v.id from reviews v where v.component_id = ${componentId} and ${TOP_LEVEL}
      and ((v.adjudicated_at is null) <> (v.adjudicated_by_id is null)
        or (v.triage_set_at is null) <> (v.triage_set_by_id is null))`,
  'entries of a comment out of order': selectBrokenHistory(
    'Review',
    'reviews',
    ['triage_status', 'adjudicated_by_id', 'duplicate_of_review_id', 'comment'],
    componentId,
  ),
  'entries of a requirement out of order': selectBrokenHistory(
    'BaseRule',
    'rules',
    ['locked', 'locked_fields', 'title', 'fixtext'],
    componentId,
  ),
  'an event of a comment that does not exist': sql`
    select e.id from domain_events e where e.component_id = ${componentId} and e.kind like 'comment.%'
      and not exists (select from reviews v where v.id = (e.data ->> 'review_id')::integer)`,
  'a message about a step that does not exist': sql`
    select o.id from outbox_messages o where o.kind = 'chat' and o.payload -> 'fields' ->> 'Component'
        = (select name from components where id = ${componentId})
      and not exists (select from reviews v where v.component_id = ${componentId} and v.action <> 'comment'
        and v.comment = o.payload -> 'fields' ->> 'Comment')`,
  'stored counts of requirements that differ from the requirements': sql`
    select to_jsonb(k) as stored, to_jsonb(n) as counted from components c
    cross join lateral ${ruleCounts} k cross join lateral (${sql.raw(countedRulesSql('c.id'))}) n
    where c.id = ${componentId} and to_jsonb(k) <> to_jsonb(n)`,
  'stored counts of comments that differ from the comments': sql`
    select triage_status, closed, sum(stored) as stored, sum(counted) as counted from (
      select triage_status, closed, count as stored, 0 as counted from ${selectStoredCounts({ componentId })} t
      union all select v.triage_status, v.adjudicated_at is not null, 0, 1 from reviews v
      where v.component_id = ${componentId} and ${TOP_LEVEL}) l
    group by 1, 2 having sum(stored) <> sum(counted)`,
})

const isWithin = (time: Date | string | null, span: Span | null): boolean => {
  if (time === null || span === null) return time === null && span === null
  const stored = new Date(time).getTime()
  return stored >= span[0] && stored <= span[1]
}

async function findWrongComments(
  db: Queries,
  componentId: number,
  { comments }: ComponentState,
): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews as v')
    .selectAll('v')
    .select(sql<number>`jsonb_array_length(v.markers)`.as('marks'))
    .select(countEntries('Review', 'v.id').as('entries'))
    .select((eb) =>
      eb
        .selectFrom('reviews as k')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('k.responding_to_review_id', '=', 'v.id')
        .$asScalar()
        .as('replies'),
    )
    .where('v.component_id', '=', componentId)
    .where('v.action', '=', 'comment')
    .where('v.responding_to_review_id', 'is', null)
    .execute()
  if (rows.length !== comments.size) return [`${rows.length} comments instead of ${comments.size}`]
  return rows.flatMap((row) => {
    const comment: Comment | undefined = comments.get(row.id)
    if (!comment) return [`comment ${row.id} is not in the model`]
    const stored = {
      version: row.lock_version,
      status: row.triage_status,
      setBy: row.triage_set_by_id,
      closedBy: row.adjudicated_by_id,
      canonical: row.duplicate_of_review_id,
      addressed: row.addressed_by_rule_id,
      text: row.comment,
      marks: row.marks,
      entries: row.entries,
      replies: Number(row.replies),
    }
    const times = isWithin(row.triage_set_at, comment.setAt) && isWithin(row.adjudicated_at, comment.closedAt)
    return [
      ...differences(`comment ${row.id}`, stored, comment),
      ...(times ? [] : [`comment ${row.id} has a time outside of every call`]),
    ]
  })
}

async function findWrongRules(
  db: Queries,
  componentId: number,
  { rules }: ComponentState,
): Promise<string[]> {
  const rows = await db
    .selectFrom('rules as r')
    .selectAll('r')
    .select(countEntries('BaseRule', 'r.id').as('entries'))
    .where('r.component_id', '=', componentId)
    .execute()
  return rows.flatMap((row) => {
    const rule: Requirement | undefined = rules.get(row.id)
    if (!rule) return [`requirement ${row.id} is not in the model`]
    const stored = {
      version: row.lock_version,
      locked: row.locked,
      requestor: row.review_requestor_id,
      changes: row.changes_requested,
      title: row.title,
      fixtext: row.fixtext,
      entries: row.entries,
      sections: Object.keys(row.locked_fields).toSorted(),
    }
    return differences(`requirement ${row.id}`, stored, rule)
  })
}

async function findWrongComponent(
  db: Queries,
  componentId: number,
  world: ComponentState,
): Promise<string[]> {
  const row = await db
    .selectFrom('components as c')
    .select(['c.lock_version', 'c.released', 'c.released_at', 'c.comment_phase', 'c.closed_reason'])
    .select((eb) =>
      eb
        .selectFrom('domain_events as e')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('e.component_id', '=', 'c.id')
        .where('e.kind', 'like', 'comment.%')
        .$asScalar()
        .as('eventCount'),
    )
    .where('c.id', '=', componentId)
    .executeTakeFirstOrThrow()
  const { comment_phase, closed_reason, lock_version: version, released, released_at } = row
  const stored = { version, released, eventCount: Number(row.eventCount), comment_phase, closed_reason }
  const dated = released === (released_at !== null) ? [] : ['a release without its time']
  return [...dated, ...differences('the component', stored, { ...world, ...toPhaseBody(world.phase) })]
}

function differences<T extends object>(
  label: string,
  stored: T,
  expected: { [K in keyof T]: unknown },
): string[] {
  const names = Object.keys(stored) as (keyof T)[]
  return names
    .filter((name) => JSON.stringify(stored[name]) !== JSON.stringify(expected[name]))
    .map((name) => {
      const [is, should] = [stored[name], expected[name]].map((value) => JSON.stringify(value))
      return `${label} has ${String(name)} ${is} instead of ${should}`
    })
}
