import { sql } from 'kysely'
import type { Batch, Taken } from '../../entities/last-decision.ts'
import { isBlank } from '../../src/wire/shapes.ts'
import { fixedQuery } from '../../src/database/fixed-query.ts'
import type { Work } from '../../src/work.ts'

/** What else is known of a decision: its response, whether it closes, and which others it is taken with. */
interface Given {
  response?: string | null | undefined
  close?: boolean | undefined
  batch?: Batch | null
}

/**
 * A decision of the actor on comments whose write locks the caller holds. Replies come under share locks of their
 * comments: those that are there now were said before it, and every later one has a higher id.
 */
export async function taken(
  { db, actor, now }: Work,
  { response, close, batch = null }: Given,
): Promise<Taken> {
  const [newest] = await newestReview(db)
  return { by: actor.id, at: now, heard: newest?.id ?? 0, responded: !isBlank(response), close, batch }
}

const newestReview = fixedQuery(() => sql<{ id: number | null }>`select max(id) as id from reviews`)
