import { sql } from 'kysely'
import type { Queries } from '../../src/database.ts'

/**
 * The ids of a thread whose root is locked already, its root first, all rows locked. Whoever replies holds a share lock
 * on the parent, so the thread is complete once a second look finds no more; replies that come later wait and see what
 * became of it.
 */
export async function lockThread(db: Queries, rootId: number): Promise<number[]> {
  let locked = new Set([rootId])
  for (;;) {
    const found = await lockedThread(db, rootId)
    if (found.every((id) => locked.has(id))) return found
    locked = new Set(found)
  }
}

/** Locks what there is of a thread, by id. Root first, then level by level: parents before their replies (rule R-37). */
async function lockedThread(db: Queries, rootId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive thread as (
      select id, 0 as depth from reviews where id = ${rootId}
      union all
      select v.id, t.depth + 1 from reviews v join thread t on v.responding_to_review_id = t.id
    ), locked as materialized (
      select v.id from reviews v where v.id = any (array(select id from thread)) order by v.id for update
    )
    select t.id from thread t join locked using (id) order by t.depth, t.id`.execute(db)
  return rows.map(({ id }) => id)
}
