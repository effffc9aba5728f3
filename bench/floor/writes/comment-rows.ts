import { toBands } from '../../../src/search/similarity/signature.ts'
import type { Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { VIEW, toReview } from '../reviews.ts'
import { recordEvent, type Entry, type Run } from '../writes.ts'

/** Locks and returns a comment. */
export async function lockReview(run: Run, id: unknown): Promise<Row> {
  const [review] = await run('lock', 'select * from reviews where id = $1 for update', [id])
  return review ?? {}
}

/** Stores the signature of a comment, whose bands find similar comments. */
export async function insertSignature(
  run: Run,
  id: unknown,
  componentId: unknown,
  text: unknown,
): Promise<void> {
  await run(
    'sign',
    `insert into comment_signatures (review_id, component_id, bands) values ($1, $2, $3)
     on conflict (review_id) do update set bands = excluded.bands, component_id = excluded.component_id`,
    [id, componentId, toBands(String(text), Number(componentId))],
  )
}

/** Reads comments in the format of the API, ordered by id. */
export async function readReviews(run: Run, { session }: FloorRequest, ids: unknown[]): Promise<Row[]> {
  const rows = await run('views', `${VIEW('v.id = any($1)')} order by v.id`, [ids, session['user_id']])
  return rows.map(toReview)
}

/** Reads one comment in the format of the API. */
export async function readReview(run: Run, { session }: FloorRequest, id: unknown): Promise<Row> {
  const [row] = await run('view', VIEW('v.id = $1'), [id, session['user_id']])
  return toReview(row ?? {})
}

/** Audited columns of a new comment. */
export function toReviewEntry(
  review: Row,
  action: string,
  changes: Row,
  comment: string | null = null,
): Entry {
  const { id, rule_id: rule, component_id } = review
  const within: Entry['within'] = rule === null ? ['Component', component_id] : ['BaseRule', rule]
  return { action, type: 'Review', id, changes, within, rule, comment }
}

/** Events of comments contain their view. */
export async function recordReviewEvent(
  run: Run,
  request: FloorRequest,
  kind: string,
  review: Row,
  more: Row = {},
) {
  const { id, rule_id, lock_version, triage_status, adjudicated_at } = review
  const data = { rule_id, review_id: id, lock_version, triage_status, adjudicated_at, ...more }
  await recordEvent(run, request, `comment.${kind}`, data)
}

/** The `last_decision` value: the user and the previous state; `$by`, `$responded` and `$batch` are parameters. */
export const DECISION = (userId: string, responded: string, batch: string) => `jsonb_build_object(
  'by', ${userId}::integer, 'at', now(), 'lastSeenReplyId', (select max(id) from reviews), 'responded', ${responded}::boolean, 'batch', ${batch}::jsonb,
  'before', jsonb_build_object('triageStatus', v.triage_status, 'triageSetById', v.triage_set_by_id, 'triageSetAt', v.triage_set_at,
    'triageSetByImportedName', v.triage_set_by_imported_name, 'triageSetByImportedEmail', v.triage_set_by_imported_email,
    'adjudicatedAt', v.adjudicated_at, 'adjudicatedById', v.adjudicated_by_id,
    'adjudicatedByImportedName', v.adjudicated_by_imported_name, 'adjudicatedByImportedEmail', v.adjudicated_by_imported_email,
    'duplicateOfReviewId', v.duplicate_of_review_id, 'addressedByRuleId', v.addressed_by_rule_id))`

/** Restores the previous state from `last_decision`. */
export const UNDECIDED = `triage_status = last_decision -> 'before' ->> 'triageStatus',
  triage_set_by_id = (last_decision -> 'before' ->> 'triageSetById')::integer,
  triage_set_at = (last_decision -> 'before' ->> 'triageSetAt')::timestamptz,
  adjudicated_by_id = (last_decision -> 'before' ->> 'adjudicatedById')::integer,
  adjudicated_at = (last_decision -> 'before' ->> 'adjudicatedAt')::timestamptz,
  duplicate_of_review_id = (last_decision -> 'before' ->> 'duplicateOfReviewId')::integer,
  addressed_by_rule_id = (last_decision -> 'before' ->> 'addressedByRuleId')::integer, last_decision = null`

/** Inserts a reply to each comment; returns the replies in the order of the comments. */
export function insertReplies(
  run: Run,
  { session }: FloorRequest,
  parentIds: unknown[],
  text: unknown,
): Promise<Row[]> {
  return run(
    'reply',
    `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section, responding_to_review_id)
     select project_id, component_id, rule_id, commentable_type, $2, 'comment', $3, section, id
     from reviews where id = any($1) order by id returning *`,
    [parentIds, session['user_id'], text],
  )
}

/** Audited columns of a reply. */
export function toReplyEntry(reply: Row): Entry {
  const { action, comment, markers, rule_id } = reply
  return toReviewEntry(reply, 'create', { action, comment, markers, rule_id })
}
