import { sql } from 'kysely'
import type { Batch, DecisionMetadata } from '../../entities/last-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'

/** What else is known of a decision: its response, whether it closes, and which others it is taken with. */
interface DecisionInput {
  response?: string | null | undefined
  close?: boolean | undefined
  batch?: Batch | null
}

/**
 * A decision of the actor on comments whose write locks the caller holds. Replies come under share locks of their
 * comments: those that are there now were said before it, and every later one has a higher id.
 */
export async function decisionMetadata(
  { db, actor, now }: UnitOfWork,
  { response, close, batch = null }: DecisionInput,
): Promise<DecisionMetadata> {
  const [newest] = await newestReview(db)
  return { by: actor.id, at: now, heard: newest?.id ?? 0, responded: !isBlank(response), close, batch }
}

const newestReview = preparedQuery(() => sql<{ id: number | null }>`select max(id) as id from reviews`)
