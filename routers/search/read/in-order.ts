import { type RawBuilder, sql } from 'kysely'
import { unseenIds } from '../../../src/database/unseen.ts'

/** Ids as a table `(id, place)` of this name, of which the planner sees neither which nor how many they are. */
export function inOrder(ids: readonly number[], name: string): RawBuilder<unknown> {
  return sql`unnest(${unseenIds(ids)}) with ordinality ${sql.ref(name)} (id, place)`
}
