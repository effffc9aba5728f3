import { sql, type RawBuilder } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'
import { memberComponentIds } from '../../../src/auth/access/membership-sql.ts'
import { combinedQuery } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { isOnLiveAnywhere } from '../../reviews/read/live.ts'
import { latestRequest } from '../../rules/read/review-request.ts'
import type { Inbox } from './inbox.schema.ts'

/** Maximum length of each list. */
const MAX_ROWS = 100
/** Length of an excerpt, in characters. */
const EXCERPT = 300

type Counted<Row> = Row & { total: number }
type AssignedRow = Counted<Inbox['assigned']['rows'][number]>
type ReviewRow = Counted<Inbox['reviews']['rows'][number]>

const selectInbox = preparedQuery((_, userId: number) =>
  combinedQuery({ assigned: selectAssignedComments(userId), reviews: selectRequestedReviews(userId) }),
)

/** Reads the open comments that are assigned to a user, and the reviews that they can give, in all projects. */
export async function readInbox(db: Queries, userId: number): Promise<Inbox> {
  const [inbox] = await selectInbox(db, userId)
  return { assigned: toList(inbox?.assigned ?? []), reviews: toList(inbox?.reviews ?? []) }
}

/** Rows keep their `total`, which the output schema removes. */
function toList<Row>(rows: Counted<Row>[]): { rows: Row[]; total: number } {
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Open comments that are assigned to a user where they are an author, by due date. */
function selectAssignedComments(userId: number): RawBuilder<AssignedRow> {
  return sql<AssignedRow>`
    select v.id, v.triage_status, left(v.comment, ${sql.lit(EXCERPT)}) as excerpt, v.rule_id, v.due_on,
      ${wireTimeSql('v.created_at')} as created_at, c.id as component_id, c.name as component_name, v.project_id,
      (count(*) over ())::integer as total
    from reviews v join components c on c.id = v.component_id
    where v.assignee_id = ${userId} and ${sql.raw(topLevelSql('v'))} and ${isOnLiveAnywhere}
      and v.triage_status in ('pending', 'needs_clarification') and v.adjudicated_at is null
      and v.component_id in ${memberComponentIds(userId, 'author')}
    order by v.due_on nulls last, v.created_at, v.id limit ${sql.lit(MAX_ROWS)}`
}

/** Requirements whose review others requested where a user is a reviewer; those that name the user come first. */
function selectRequestedReviews(userId: number): RawBuilder<ReviewRow> {
  return sql<ReviewRow>`
    select r.id as rule_id, ${displayedNameSql()} as rule_displayed_name, r.title, r.status, c.id as component_id,
      c.name as component_name, c.version, c.release, asker.name as requestor_name,
      coalesce(${wireTimeSql('request.created_at')}, ${wireTimeSql('r.updated_at')}) as requested_at,
      named.user_id is not null as names_me, (count(*) over ())::integer as total
    from rules r join components c on c.id = r.component_id join users asker on asker.id = r.review_requestor_id
    left join requested_reviewers named on named.rule_id = r.id and named.user_id = ${userId}
    left join ${latestRequest} on true
    where r.review_requestor_id is not null and r.review_requestor_id <> ${userId} and r.deleted_at is null
      and not c.released and r.component_id in ${memberComponentIds(userId, 'reviewer')}
    order by named.user_id is null, request.created_at desc nulls last, r.id desc limit ${sql.lit(MAX_ROWS)}`
}
