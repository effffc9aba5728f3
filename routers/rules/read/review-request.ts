import { sql } from 'kysely'
import type { Caller } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { ReviewAction } from '../../../src/vocabulary.ts'
import { reviewerIdsSql, visibleReviewerIdsSql } from '../../../workflows/comments/requested-reviewers.ts'
import type { ReviewRequestRow, RuleReviewRequest } from './review-request.schema.ts'

/** Maximum length of the lists of people. */
const MAX_PEOPLE = 200
const MAX_REQUESTS = 100

/** The latest step of its kind on requirement `r`. */
export const selectLatestStep = (action: ReviewAction) =>
  sql`lateral (select v.comment, v.created_at, v.user_id from reviews v
  where v.rule_id = r.id and v.action = ${sql.lit(action)} order by v.created_at desc, v.id desc limit 1)`

/** The step that opened the review request of requirement `r`, as `request`. */
export const latestRequest = sql`${selectLatestStep('request_review')} request`

/** Reads the open review request of a requirement and the possible reviewers. */
export async function readReviewRequest(
  db: Queries,
  ruleId: number,
  actor: Caller,
): Promise<RuleReviewRequest> {
  const { rows } = await sql<RuleReviewRequest>`
    select case when asker.id is not null then json_build_object('requestor_id', asker.id,
        'requestor_name', asker.name, 'comment', coalesce(request.comment, ''),
        'requested_at', coalesce(${wireTimeSql('request.created_at')}, ${wireTimeSql('r.updated_at')}),
        'reviewers', coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
          from requested_reviewers n join users u on u.id = n.user_id
          where n.rule_id = r.id and u.id in ${visibleReviewerIdsSql(actor)}), '[]')) end as review_request,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id) from (
        select u.id, u.name from users u where u.id <> ${actor.id} and u.id in ${visibleReviewerIdsSql(actor)}
        order by u.name, u.id limit ${MAX_PEOPLE}) p), '[]') as possible_reviewers
    from rules r join components c on c.id = r.component_id
    left join users asker on asker.id = r.review_requestor_id
    left join ${latestRequest} on true
    where r.id = ${ruleId}`.execute(db)
  return rows[0] ?? { review_request: null, possible_reviewers: [] }
}

/** Lists open review requests that name a user who can still review, newest first. */
export async function listReviewRequests(db: Queries, userId: number): Promise<ReviewRequestRow[]> {
  const { rows } = await sql<ReviewRequestRow>`
    select r.id as rule_id, ${displayedNameSql()} as rule_displayed_name, r.title, r.status,
      c.id as component_id, c.name as component_name, c.version, c.release, p.id as project_id,
      p.name as project_name, asker.name as requestor_name, coalesce(request.comment, '') as comment,
      coalesce(${wireTimeSql('request.created_at')}, ${wireTimeSql('r.updated_at')}) as requested_at
    from requested_reviewers n
    join rules r on r.id = n.rule_id and r.deleted_at is null
    join users asker on asker.id = r.review_requestor_id
    join components c on c.id = r.component_id
    join projects p on p.id = c.project_id
    left join ${latestRequest} on true
    where n.user_id = ${userId} and n.user_id in ${reviewerIdsSql()}
    order by request.created_at desc nulls last, r.id desc limit ${MAX_REQUESTS}`.execute(db)
  return rows
}
