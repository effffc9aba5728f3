import { type RawBuilder, sql } from 'kysely'
import type { ScopeRow } from '../../../auth/access/effective-access.ts'
import type { Queries } from '../../../database/database.ts'
import { createLoader } from '../../../database/loader.ts'
import { preparedQuery } from '../../../database/prepared-query.ts'

/** A value of one run, or a column of the query around. */
export type Value = number | RawBuilder<unknown>

/** Whose standing on which record. */
interface ScopeKey {
  id: number
  userId: number
}

/**
 * A look-up of standings outside of transactions: anyone who asks in the same turn of the event loop shares one
 * statement, each by what the one of `scopeOf` finds for them. Nothing is remembered. Answers undefined for an unknown
 * id.
 */
export function batchedScopes<Row extends ScopeRow>(scopeOf: (id: Value, userId: Value) => RawBuilder<Row>) {
  const rowsOf = async (db: Queries, asked: ScopeKey[]): Promise<(Row | undefined)[]> => {
    const [only, ...others] = asked
    if (only && others.length === 0) {
      const [row] = await alone(db, only.id, only.userId)
      return [row]
    }
    const ids = asked.map(({ id }) => id)
    const users = asked.map(({ userId }) => userId)
    const found = new Map((await together(db, ids, users)).map((row) => [row.turn, row]))
    return asked.map((_, at) => found.get(at + 1))
  }
  const alone = preparedQuery((_, id, userId) => scopeOf(id, userId), { short: true })
  // Behind sub-selects the planner sees no lengths, so that one plan is kept for however many ask.
  const together = preparedQuery(
    (_, ids: number[], users: number[]) => sql<Row & { turn: number }>`
      select asked.turn, found.*
      from unnest((select ${ids}::int[]), (select ${users}::int[])) with ordinality as asked (id, user_id, turn),
        lateral (${scopeOf(sql.ref('asked.id'), sql.ref('asked.user_id'))}) found`,
    { short: true },
  )
  const lookUps = new WeakMap<Queries, (asked: ScopeKey) => Promise<Row | undefined>>()
  return (db: Queries, id: number, { id: userId }: { id: number }): Promise<Row | undefined> => {
    let lookUp = lookUps.get(db)
    if (!lookUp) lookUps.set(db, (lookUp = createLoader((asked) => rowsOf(db, asked))))
    return lookUp({ id, userId })
  }
}
