import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'

/**
 * Locks a thread whose root is already locked; returns its ids, root first. A reply share-locks its parent,
 * so the thread is complete once a second query finds no more. Later replies wait for the lock.
 */
export async function lockThread(db: Queries, rootId: number): Promise<number[]> {
  for (;;) {
    // Both queries share one round trip and run in order.
    const [rows, later] = await Promise.all([threadLocked(db, rootId), selectThread(db, rootId)])
    const locked = new Set(rows.map(({ id }) => id))
    if (later.every(({ id }) => locked.has(id))) return [...locked]
  }
}

const THREAD = (rootId: number) => sql`thread as (
      select id, 0 as depth from reviews where id = ${rootId}
      union all
      select v.id, t.depth + 1 from reviews v join thread t on v.responding_to_review_id = t.id
    )`

const selectThread = preparedQuery(
  (_, rootId) => sql<{ id: number }>`with recursive ${THREAD(rootId)} select id from thread`,
)

/** Locks the known rows of a thread level by level, parents before their replies (rule R-37). */
const threadLocked = preparedQuery(
  (_, rootId) => sql<{ id: number }>`
    with recursive ${THREAD(rootId)}, locked as materialized (
      select v.id from reviews v where v.id = any (array(select id from thread)) order by v.id for update
    )
    select t.id from thread t join locked using (id) order by t.depth, t.id`,
)
