import { sql } from 'kysely'
import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import { assertUndoable, createOvertakenError, type DecisionState } from '../../entities/last-decision.ts'
import { Review } from '../../entities/review.ts'
import { findTargetProblem } from '../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { createYield } from '../../src/lib/yield-to-event-loop.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import { announce } from '../comments/announce.ts'
import { lockBatchReviews } from './lock-reviews.ts'
import { listCanonicals, listLiveComments, listLiveRules, lockDuplicates } from './targets.ts'
import { recordDecisions, captureStates, writeDecisions, writeMarkers } from './write-decisions.ts'

/**
 * Undoes the actor's last decision on each comment, with its close and response. Requires write locks, and
 * the duplicate lock if one becomes a duplicate. Throws 409 without a recent decision or after a later
 * change, and 422 if comments are final.
 */
export async function undoDecisions(
  work: UnitOfWork,
  reviews: Review[],
  scope: CommentWindow,
): Promise<void> {
  const { em, db, auditLog, actor, now } = work
  assertNotFrozen(scope)
  const states = new Map(
    reviews.map((review) => [review, assertUndoable(review.lastDecision ?? null, actor.id, now).before]),
  )
  const ids = reviews.map(({ id }) => id)
  // A concurrent decision can precede the lock; no wait if the duplicate lock is already held.
  if ([...states.values()].some(({ triageStatus }) => triageStatus === 'duplicate')) {
    await lockDuplicates(db, reviews[0]?.componentId ?? 0)
  }
  const responses = await lockResponses(work, ids)
  await assertNoReplies(db, ids, responses)
  await assertTargetsValid(db, states)
  const people = await findDeciders(db, [...states.values()])
  const removedResponses = await loadResponses(work, responses)
  const before = await captureStates(reviews)
  const survivors = reviews.filter(({ lastDecision }) => lastDecision?.batch?.merge === 'survivor')
  const yieldIfDue = createYield()
  for (const [review, state] of states) {
    review.undo({
      ...state,
      triageSetById: people.has(state.triageSetById) ? state.triageSetById : null,
      adjudicatedById: people.has(state.adjudicatedById) ? state.adjudicatedById : null,
    })
    await yieldIfDue()
  }
  await writeDecisions(em, db, reviews, now)
  await writeMarkers(db, survivors)
  await recordDecisions(auditLog, reviews, before, 'Decision undone')
  await removeResponses(work, removedResponses)
  if (removedResponses.length > 0) await clearStoredTexts(db, { componentId: reviews[0]?.componentId ?? 0 })
  for (const review of reviews) {
    announce(auditLog, 'comment.restored', review)
    await yieldIfDue()
  }
}

/** Throws 409 for a comment of a merge, because a merge can only be undone completely. */
export function assertSingleBatch({ lastDecision }: Review): void {
  if (lastDecision?.batch?.merge === undefined) return
  throw createOvertakenError('This comment was merged with others. Undo the whole merge by its decision_id.')
}

/**
 * Locks the comments of the actor's bulk decision. Throws 409 if it is someone else's or too old, or if some
 * or all comments changed since.
 */
export async function lockBatch(
  { em, db, actor, now }: UnitOfWork,
  componentId: number,
  batch: string,
): Promise<Review[]> {
  const reviews = await lockBatchReviews(em, db, componentId, batch)
  const { batch: decided } = assertUndoable(reviews[0]?.lastDecision ?? null, actor.id, now)
  if (reviews.length !== decided?.size) {
    throw createOvertakenError('One of the comments has changed since the decision, so nothing was undone.')
  }
  return reviews
}

/** Replies to comment `v` with higher ids are later than its last decision. */
const LAST_SEEN_REPLY = sql`coalesce((v.last_decision ->> 'lastSeenReplyId')::integer, 0)`

/** Locks the responses of the last decisions and returns their ids; new replies to them wait. */
async function lockResponses({ db, actor }: UnitOfWork, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from reviews k where k.id in (
      select min(f.id) from reviews v join reviews f on f.responding_to_review_id = v.id and f.id > ${LAST_SEEN_REPLY}
      where v.id = any(${sql.val(ids)}::integer[]) and (v.last_decision ->> 'responded')::boolean
      group by v.id)
    and k.user_id = ${actor.id} order by k.id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Throws 409 for any later reply to the comment or its response. */
async function assertNoReplies(db: Queries, ids: number[], responses: number[]): Promise<void> {
  const responseIds = sql`any(${sql.val(responses)}::integer[])`
  const { rows } = await sql`
    select 1 from reviews v join reviews k on k.responding_to_review_id = v.id
      and k.id > ${LAST_SEEN_REPLY} and not k.id = ${responseIds}
    where v.id = any(${sql.val(ids)}::integer[])
    union all select 1 from reviews k where k.responding_to_review_id = ${responseIds}
    union all select 1 from reviews k where k.id = ${responseIds} and (k.edited_at is not null or k.withdrawn_at is not null)
    union all select 1 from reactions x where x.review_id = ${responseIds}
    limit 1`.execute(db)
  if (rows.length > 0) {
    throw createOvertakenError('Someone replied after the decision, so it can no longer be undone.')
  }
}

/**
 * Throws 409 if a previous decision's target is no longer valid; comments undone together count as undone.
 */
async function assertTargetsValid(db: Queries, undone: ReadonlyMap<Review, DecisionState>): Promise<void> {
  const states = [...undone.values()]
  const canonicals = collectIds(states, 'duplicateOfReviewId')
  const rules = collectIds(states, 'addressedByRuleId')
  if (canonicals.length + rules.length === 0) return
  const statuses = new Map([...undone].map(([{ id }, { triageStatus }]) => [id, triageStatus]))
  const ids = [...statuses.keys()]
  const comments = await listLiveComments(db, canonicals)
  const addressing = await listLiveRules(db, rules)
  const withDuplicates = await listCanonicals(db, ids, ids)
  for (const [review, state] of undone) {
    const canonical = comments.get(state.duplicateOfReviewId ?? 0)
    const duplicateOf = canonical && {
      ...canonical,
      triageStatus: statuses.has(canonical.id) ? statuses.get(canonical.id) : canonical.triageStatus,
    }
    const targets = {
      duplicateOf: duplicateOf ?? null,
      hasDuplicates: withDuplicates.has(review.id),
      addressedBy: addressing.get(state.addressedByRuleId ?? 0) ?? null,
    }
    if (state.triageStatus !== null && findTargetProblem(review, state.triageStatus, targets) !== null) {
      throw createOvertakenError(
        'The comment or requirement that the earlier decision refers to has changed, so the decision cannot be undone.',
      )
    }
  }
}

/** Returns those previous deciders who still have an account. */
async function findDeciders(db: Queries, states: DecisionState[]): Promise<Set<number | null>> {
  const ids = [...collectIds(states, 'triageSetById'), ...collectIds(states, 'adjudicatedById')]
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('users').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

type Pointer = 'duplicateOfReviewId' | 'addressedByRuleId' | 'triageSetById' | 'adjudicatedById'

function collectIds(states: DecisionState[], pointer: Pointer): number[] {
  return [...new Set(states.flatMap((state) => state[pointer] ?? []))]
}

/** Number of responses that are hydrated together. */
const BATCH_SIZE = 250

async function loadResponses({ em }: UnitOfWork, ids: number[]): Promise<Review[]> {
  const responses: Review[] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    responses.push(...(await em.find(Review, { id: { $in: ids.slice(start, start + BATCH_SIZE) } })))
  }
  return responses
}

async function removeResponses({ db, auditLog }: UnitOfWork, responses: Review[]): Promise<void> {
  if (responses.length === 0) return
  const yieldIfDue = createYield()
  for (const response of responses) {
    auditLog.setReason(response, 'Decision undone')
    auditLog.recordDestroyed(response)
    await yieldIfDue()
  }
  const ids = responses.map(({ id }) => id)
  await sql`delete from reviews where id = any(${sql.val(ids)}::integer[])`.execute(db)
}
