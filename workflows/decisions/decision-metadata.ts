import { sql } from 'kysely'
import type { Batch, DecisionMetadata } from '../../entities/last-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
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
  { db, actor, now }: UnitOfWork,
  { response, close, batch = null }: DecisionInput,
): Promise<DecisionMetadata> {
  const [newest] = await newestReview(db)
  return {
    userId: actor.id,
    now,
    lastSeenReplyId: newest?.id ?? 0,
    responded: !isBlank(response),
    close,
    batch,
  }
}

const newestReview = preparedQuery(() => sql<{ id: number | null }>`select max(id) as id from reviews`)
