import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'

/**
 * The ids of a thread whose root is locked already, its root first, all rows locked. Whoever replies holds a share lock
 * on the parent, so the thread is complete once a second look finds no more; replies that come later wait and see what
 * became of it.
 */
export async function lockThread(db: Queries, rootId: number): Promise<number[]> {
  for (;;) {
    // What is asked for at once travels at once, and is answered one after the other.
    const [found, later] = await Promise.all([threadLocked(db, rootId), threadOf(db, rootId)])
    const locked = new Set(found.map(({ id }) => id))
    if (later.every(({ id }) => locked.has(id))) return [...locked]
  }
}

const THREAD = (rootId: number) => sql`thread as (
      select id, 0 as depth from reviews where id = ${rootId}
      union all
      select v.id, t.depth + 1 from reviews v join thread t on v.responding_to_review_id = t.id
    )`

const threadOf = preparedQuery(
  (_, rootId) => sql<{ id: number }>`with recursive ${THREAD(rootId)} select id from thread`,
)

/** Locks what there is of a thread, by id. Root first, then level by level: parents before their replies (rule R-37). */
const threadLocked = preparedQuery(
  (_, rootId) => sql<{ id: number }>`
    with recursive ${THREAD(rootId)}, locked as materialized (
      select v.id from reviews v where v.id = any (array(select id from thread)) order by v.id for update
    )
    select t.id from thread t join locked using (id) order by t.depth, t.id`,
)
