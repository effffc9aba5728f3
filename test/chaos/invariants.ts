import { sql, type RawBuilder } from 'kysely'
import { countedRulesSql } from '../../entities/rule-count-delta.ts'
import { ruleCounts } from '../../routers/components/read/rule-counts.ts'
import { selectStoredCounts } from '../../routers/reviews/read/counts/stored-counts.ts'
import type { Queries } from '../../src/database/database.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

const TOP_LEVEL = sql`v.action = 'comment' and v.responding_to_review_id is null`
const ENTRY = sql`from audit_entries a where a.auditable_type = 'Review' and a.auditable_id = v.id`

/** Invariants of all committed operations, each as a query for its violations. */
const VIOLATIONS: Record<string, RawBuilder<unknown>> = {
  'a review without its one audit entry': sql`
    select v.id from reviews v where (select count(*) ${ENTRY} and a.action = 'create') <> 1`,
  'a comment without its one event': sql`
    select v.id from reviews v where v.action = 'comment' and 1 <> (
      select count(*) from domain_events e where e.component_id = v.component_id and (
        (e.kind in ('comment.created', 'comment.replied') and (e.data ->> 'review_id')::integer = v.id)
        or (e.data ->> 'response_review_id')::integer = v.id))`,
  'an event or an entry of a review that does not exist': sql`
    select data from domain_events e where kind like 'comment.%'
      and not exists (select from reviews v where v.id = (e.data ->> 'review_id')::integer)
    union all select to_jsonb(auditable_id) from audit_entries a where auditable_type = 'Review'
      and not exists (select from reviews v where v.id = a.auditable_id)`,
  'a decision without its entry, its response or its event': sql`
    select v.id from reviews v where ${TOP_LEVEL} and v.triage_status <> 'pending' and (
      not exists (select ${ENTRY} and a.action = 'update' and a.changes -> 'triage_status' ->> 1 = v.triage_status)
      or not exists (select from reviews r where r.responding_to_review_id = v.id and r.comment like 'chaos %')
      or not exists (select from domain_events e where e.component_id = v.component_id
        and e.kind = 'comment.triaged' and (e.data ->> 'review_id')::integer = v.id))`,
  'a closing without its user or its entry': sql`
    select v.id from reviews v where ${TOP_LEVEL} and v.adjudicated_at is not null
      and (v.adjudicated_by_id is null or not exists (select ${ENTRY} and a.changes ? 'adjudicated_by_id'))`,
  'a comment without its signature': sql`
    select v.id from reviews v where ${TOP_LEVEL}
      and not exists (select from comment_signatures s where s.review_id = v.id)`,
  'a requirement without its check or its entry, or with a wrong number': sql`
    select r.id from rules r join components c on c.id = r.component_id
    where not exists (select from rule_checks k where k.rule_id = r.id)
      or r.rule_id::integer >= c.next_rule_number
      or 1 < (select count(*) from rules o where o.component_id = r.component_id and o.rule_id = r.rule_id)
      or r.title like 'chaos %' and not exists (select from audit_entries a
        where a.auditable_type = 'BaseRule' and a.auditable_id = r.id
          and r.title in (a.changes ->> 'title', a.changes -> 'title' ->> 1))`,
  'a requirement whose title differs from its last entry': sql`
    select r.id from rules r join lateral (select a.changes -> 'title' ->> 1 as title from audit_entries a
      where a.auditable_type = 'BaseRule' and a.auditable_id = r.id and a.action = 'update' and a.changes ? 'title'
      order by a.id desc limit 1) last on true where last.title is distinct from r.title`,
  'a requirement whose state differs from its last step': sql`
    select r.id from rules r join lateral (select v.action from reviews v
      where v.rule_id = r.id and v.action <> 'comment' order by v.id desc limit 1) last on true
    where r.locked <> (last.action = 'lock_control')
      or (r.review_requestor_id is not null) <> (last.action = 'request_review')`,
  'a step without exactly one chat message': sql`
    select v.id from reviews v where v.action in ('request_review', 'revoke_review_request') and 1 <> (
      select count(*) from outbox_messages o where o.kind = 'chat' and o.payload ->> 'channel' is null
        and o.payload -> 'fields' ->> 'Comment' = v.comment)`,
  'requests for reviews without one mail each': sql`
    select 1 where (select count(*) from outbox_messages where kind = 'mail' and payload ->> 'subject' like 'Review requeste%')
      <> (select count(*) from reviews where action = 'request_review')`,
  'a project without its first admin and its two entries': sql`
    select p.id from projects p where p.name like 'chaos %' and (
      (select count(*) from memberships m where m.project_id = p.id and m.role = 'admin') <> 1
      or (select count(*) from audit_entries a where a.project_id = p.id
        and a.auditable_type in ('Project', 'Membership') and a.action = 'create') <> 2)`,
  'memberships that differ from their audit entries': sql`
    select p.id from projects p
    where (select count(*) from memberships m where m.project_id = p.id) <> (select coalesce(sum(
        case a.action when 'create' then 1 when 'destroy' then -1 else 0 end), 0)
        from audit_entries a where a.project_id = p.id and a.auditable_type = 'Membership')`,
  'stored counts of requirements that differ from the requirements': sql`
    select c.id, to_jsonb(k) as stored, to_jsonb(n) as counted from components c
    cross join lateral ${ruleCounts} k cross join lateral (${sql.raw(countedRulesSql('c.id'))}) n
    where to_jsonb(k) <> to_jsonb(n)`,
}

/** Indexes for the queries above, because a complete run creates tens of thousands of records. */
const INDEX_STATEMENTS = [
  sql`create index on domain_events (((data ->> 'review_id')::integer))`,
  sql`create index on domain_events (((data ->> 'response_review_id')::integer))`,
  sql`create index on audit_entries (auditable_type, auditable_id)`,
  sql`create index on audit_entries (rule_id)`,
  sql`create index on outbox_messages ((payload -> 'fields' ->> 'Comment'))`,
  sql`create index on reviews (responding_to_review_id)`,
  sql`analyze`,
]

/** The violations that partially committed operations left, with their number and an example. */
export async function findViolations(db: Queries, target: ServiceUnderTest): Promise<string[]> {
  const violations: string[] = []
  for (const statement of INDEX_STATEMENTS) await statement.execute(db)
  for (const [rule, query] of Object.entries(VIOLATIONS)) {
    const { rows } = await sql<object>`select * from (${query}) broken`.execute(db)
    if (rows.length > 0) violations.push(`${rule}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
  }
  return [...violations, ...(await findWrongCounts(db, target))]
}

/** Comment counts that differ from the comments. */
async function findWrongCounts(db: Queries, { componentId }: ServiceUnderTest): Promise<string[]> {
  const { rows } = await sql<object>`
    select on_rule, triage_status, closed, sum(stored)::integer as stored, sum(counted)::integer as counted from (
      select on_rule, triage_status, closed, count as stored, 0 as counted from ${selectStoredCounts({ componentId })} t
      union all
      select v.rule_id is not null, v.triage_status, v.adjudicated_at is not null, 0, 1 from reviews v
      where v.component_id = ${componentId} and ${TOP_LEVEL}) l
    group by 1, 2, 3 having sum(stored) <> sum(counted)`.execute(db)
  return rows.map((row) => `stored counts of comments differ from the comments: ${JSON.stringify(row)}`)
}
