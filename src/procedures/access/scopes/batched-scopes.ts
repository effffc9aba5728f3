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
export function batchedScopes<Row extends ScopeRow>(
  selectScope: (id: Value, userId: Value) => RawBuilder<Row>,
) {
  const loadRows = async (db: Queries, keys: ScopeKey[]): Promise<(Row | undefined)[]> => {
    const [only, ...others] = keys
    if (only && others.length === 0) {
      const [row] = await selectOne(db, only.id, only.userId)
      return [row]
    }
    const ids = keys.map(({ id }) => id)
    const users = keys.map(({ userId }) => userId)
    const byPosition = new Map((await selectMany(db, ids, users)).map((row) => [row.position, row]))
    return keys.map((_, index) => byPosition.get(index + 1))
  }
  const selectOne = preparedQuery((_, id, userId) => selectScope(id, userId), { short: true })
  // Sub-selects hide the array lengths from the planner, so that one cached plan fits any number of keys.
  const selectMany = preparedQuery(
    (_, ids: number[], users: number[]) => sql<Row & { position: number }>`
      select keys.position, scopes.*
      from unnest((select ${ids}::int[]), (select ${users}::int[])) with ordinality as keys (id, user_id, position),
        lateral (${selectScope(sql.ref('keys.id'), sql.ref('keys.user_id'))}) scopes`,
    { short: true },
  )
  const loaders = new WeakMap<Queries, (key: ScopeKey) => Promise<Row | undefined>>()
  return (db: Queries, id: number, { id: userId }: { id: number }): Promise<Row | undefined> => {
    let load = loaders.get(db)
    if (!load) loaders.set(db, (load = createLoader((keys) => loadRows(db, keys))))
    return load({ id, userId })
  }
}
