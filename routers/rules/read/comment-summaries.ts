import { type RawBuilder, sql } from 'kysely'
import { jsonObject } from '../../srgs/read/catalog-rules.ts'
import type { Which } from './nested-lists.ts'

/**
 * Open and all comments per requirement, as a table of `rule_id` and `summary` to join: open are top-level comments
 * that are not adjudicated, and every reply below them at any depth (rule C-60). Requirements without comments
 * have no row. `componentId` is that of all of them, when known. A reply is on the requirement of its comment, so that
 * threads are put together from the requirements' own reviews, without a look at all others.
 */
export function summariesIn(
  which: Which,
  componentId?: number,
): RawBuilder<{ rule_id: number; summary: string }> {
  const inComponent = componentId === undefined ? sql`true` : sql`v.component_id = ${componentId}`
  const summary = jsonObject('counted', ['open', 'total'])
  return sql`(with recursive said as materialized (
      select v.id, v.rule_id, v.responding_to_review_id as parent, v.adjudicated_at is null as open from reviews v
      where ${which('v.rule_id')} and ${inComponent} and (v.action = 'comment' or v.responding_to_review_id is not null)
    ), thread as (
      select id, rule_id, open from said where parent is null
      union all
      select said.id, thread.rule_id, thread.open from said join thread on said.parent = thread.id
    )
    select counted.rule_id, ${summary} as summary from (
      select rule_id, (count(*) filter (where open))::integer as open, count(*)::integer as total
      from thread group by rule_id) as counted)`
}

/** Of a requirement without comments. */
export const NO_COMMENTS = sql`'{"open":0,"total":0}'::json`
