import { randomUUID } from 'node:crypto'
import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Batch } from '../../entities/last-decision.ts'
import type { Review } from '../../entities/review.ts'
import { closedError } from '../../entities/triage-decision.ts'
import { runDryRun } from '../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { DomainError, validationError } from '../../src/errors.ts'
import { createYield } from '../../src/lib/yield-to-event-loop.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'
import { announce } from '../comments/announce.ts'
import { findMentions } from '../comments/mentions.ts'
import { createDecisionMetadata } from './decision-metadata.ts'
import { loadTargets } from './targets.ts'
import type { ValidatedDecision } from './validate-decision.ts'
import {
  recordResponses,
  captureStates,
  recordDecisions,
  writeDecisions,
  writeResponses,
} from './write-decisions.ts'

type DecideOnReview = (review: Review) => void

/** A bulk decision: the id for `undoDecisions`, and the response ids by comment. */
export interface DecidedBatch {
  batch: string
  responses: number[]
}

/**
 * Applies one decision to many comments of a component, all or nothing (rule R-34). The entity validates
 * each; bulk statements write them. Requires the duplicate lock and the write locks of all.
 */
export async function decideOnAll(
  work: UnitOfWork,
  reviews: Review[],
  scope: CommentWindow,
  decision: ValidatedDecision,
): Promise<DecidedBatch> {
  const batch = createBatch(reviews)
  const decide = await createDecider(work, reviews, scope, decision, batch)
  const reason = `Bulk triage: ${decision.status}`
  const { response: text } = decision
  const responses = await storeDecisions(work, reviews, { decide, text, reason, event: 'comment.triaged' })
  return { batch: batch.id, responses }
}

/** Closes many decided comments like `decideOnAll`. Throws 422 if one is closed or undecided. */
export async function closeAll(
  work: UnitOfWork,
  reviews: Review[],
  scope: CommentWindow,
  text: string | null | undefined,
): Promise<DecidedBatch> {
  assertNotFrozen(scope)
  const batch = createBatch(reviews)
  const closing = await createDecisionMetadata(work, { response: text, batch })
  const decide = (review: Review) => {
    if (!review.adjudicate(closing)) throw closedError()
  }
  const reason = 'Bulk adjudication'
  const responses = await storeDecisions(work, reviews, {
    decide,
    text,
    reason,
    event: 'comment.adjudicated',
  })
  return { batch: batch.id, responses }
}

function createBatch(reviews: Review[]): Batch {
  return { id: randomUUID(), size: reviews.length }
}

/** Maximum number of comments in a preview. */
const MAX_PREVIEWED = 100

/** Previews `decideOnAll` with the same errors; `read` gets the first comments as they would be. */
export function previewDecisions<T>(
  work: UnitOfWork,
  reviews: Review[],
  scope: CommentWindow,
  decision: ValidatedDecision,
  read: (db: Queries, ids: number[]) => Promise<T>,
): Promise<T> {
  return runDryRun(work, async (trial) => {
    const decide = await createDecider(trial, reviews, scope, decision, null)
    await decideEach(reviews, decide)
    const previewed = reviews.slice(0, MAX_PREVIEWED)
    await writeDecisions(trial.em, trial.db, previewed, trial.now)
    await respondToAll(trial, previewed, decision.response)
    return read(
      trial.db,
      previewed.map(({ id }) => id),
    )
  })
}

async function createDecider(
  work: UnitOfWork,
  reviews: Review[],
  scope: CommentWindow,
  decision: ValidatedDecision,
  batch: Batch | null,
): Promise<DecideOnReview> {
  const { db } = work
  const ids = reviews.map(({ id }) => id)
  if (decision.status === 'duplicate' && ids.includes(decision.duplicateOfReviewId ?? 0)) {
    throw validationError(
      'review.duplicate_of_itself',
      'duplicate_of_review_id',
      'The canonical comment is among the selected comments. Merge them instead.',
    )
  }
  assertNotFrozen(scope)
  const targets = await loadTargets(db, ids, decision)
  const deciding = await createDecisionMetadata(work, { ...decision, batch })
  return (review) => {
    if (review.isClosed()) throw closedError()
    review.triage(decision.status, targets, deciding)
  }
}

interface DecisionsToStore {
  decide: DecideOnReview
  text: string | null | undefined
  /** Audit comment of each decision. */
  reason: string
  event: 'comment.triaged' | 'comment.adjudicated'
}

async function storeDecisions(
  work: UnitOfWork,
  reviews: Review[],
  { decide, text, reason, event }: DecisionsToStore,
): Promise<number[]> {
  const { em, db, now, auditLog } = work
  const before = await captureStates(reviews)
  await decideEach(reviews, decide)
  await writeDecisions(em, db, reviews, now)
  await recordDecisions(auditLog, reviews, before, reason)
  const { responses, mentioned } = await respondToAll(work, reviews, text)
  const yieldIfDue = createYield()
  for (const [index, review] of reviews.entries()) {
    announce(auditLog, event, review, { responseId: responses[index], mentioned })
    await yieldIfDue()
  }
  return responses
}

async function decideEach(reviews: Review[], decide: DecideOnReview): Promise<void> {
  const yieldIfDue = createYield()
  for (const review of reviews) {
    decideOnOne(review, decide)
    await yieldIfDue()
  }
}

/** Decides on one comment of many. An error that names no field names the comment. */
function decideOnOne(review: Review, decide: DecideOnReview): void {
  try {
    decide(review)
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.errors) throw error
    const { kind, reason, message, details } = error
    const errors = { review_ids: [`${review.id}: ${message}`] }
    throw new DomainError(kind, reason, message, { ...details, errors })
  }
}

/** Stores the responses, if there is a text; returns their ids and the mentioned people. */
async function respondToAll(work: UnitOfWork, reviews: Review[], text: string | null | undefined) {
  const { db, actor, now } = work
  const [first] = reviews
  if (!first || !text || isBlank(text)) return { responses: [], mentioned: [] }
  const responses = await writeResponses(db, reviews, text, actor.id, now)
  await recordResponses(work, reviews, responses, text)
  return { responses, mentioned: await findMentions(db, first, text) }
}
