import { sql } from 'kysely'
import type { Batch, Taken } from '../../entities/last-decision.ts'
import { isBlank } from '../../src/wire/shapes.ts'
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
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from reviews`.execute(db)
  return { by: actor.id, at: now, heard: rows[0]?.id ?? 0, responded: !isBlank(response), close, batch }
}
