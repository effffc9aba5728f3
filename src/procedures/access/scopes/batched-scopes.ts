import { type RawBuilder, sql } from 'kysely'
import type { ScopeRow } from '../../../auth/access/effective-access.ts'
import type { Queries } from '../../../database/database.ts'
import { createLoader } from '../../../database/loader.ts'
import { preparedQuery } from '../../../database/prepared-query.ts'

/** A parameter value, or a column of the outer query. */
export type Value = number | RawBuilder<unknown>

interface ScopeKey {
  id: number
  userId: number
}

/**
 * Creates a loader of scopes outside of transactions. Calls in the same event loop tick share one statement; nothing is
 * cached. Resolves to undefined for an unknown id.
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
  // Sub-selects hide the array lengths from the planner, so that one cached plan fits any number of keys.
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
