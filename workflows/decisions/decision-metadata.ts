import { sql } from 'kysely'
import type { Batch, DecisionMetadata } from '../../entities/last-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'

/** Further input of a decision: its response, whether it closes, and its batch. */
interface DecisionInput {
  response?: string | null | undefined
  close?: boolean | undefined
  batch?: Batch | null
}

/**
 * Builds the metadata of the actor's decision on write-locked comments. Replies share-lock their comment, so
 * existing replies came before the decision, and later ones have higher ids.
 */
export async function createDecisionMetadata(
  work: UnitOfWork,
  input: DecisionInput,
): Promise<DecisionMetadata> {
  return toDecisionMetadata(work, await readNewestReviewId(work.db), input)
}

/** Builds the metadata if the newest review was read after the comments were locked. */
export function toDecisionMetadata(
  { actor, now }: Pick<UnitOfWork, 'actor' | 'now'>,
  newestReviewId: number,
  { response, close, batch = null }: DecisionInput,
): DecisionMetadata {
  return {
    userId: actor.id,
    now,
    lastSeenReplyId: newestReviewId,
    responded: !isBlank(response),
    close,
    batch,
  }
}

/** The highest id of all reviews; 0 if there are none. */
export async function readNewestReviewId(db: Queries): Promise<number> {
  const [newest] = await newestReview(db)
  return newest?.id ?? 0
}

const newestReview = preparedQuery(() => sql<{ id: number | null }>`select max(id) as id from reviews`)
