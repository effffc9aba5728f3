import { sql } from 'kysely'
import type { Queries } from '../../src/database.ts'

/**
 * The ids of a thread, its root first, all rows locked. Whoever replies holds a share lock on the parent, so the
 * thread is complete once a second look finds no more; replies that come later wait and see what became of it.
 */
export async function lockThread(db: Queries, rootId: number): Promise<number[]> {
  let locked = new Set([rootId])
  for (;;) {
    const found = await idsOfThread(db, rootId)
    if (found.every((id) => locked.has(id))) return found
    locked = new Set(found)
    await sql`select id from reviews where id = any(${sql.val(found)}::integer[]) order by id for update`.execute(
      db,
    )
  }
}

/** Root first, then level by level: parents before their replies (rule R-37). */
async function idsOfThread(db: Queries, rootId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive thread as (
      select id, 0 as depth from reviews where id = ${rootId}
      union all
      select v.id, t.depth + 1 from reviews v join thread t on v.responding_to_review_id = t.id
    )
    select id from thread order by depth, id`.execute(db)
  return rows.map(({ id }) => id)
}
