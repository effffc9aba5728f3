import { sql } from 'kysely'
import type { Queries } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'

/** Refuses (422), under the name of the field, ids of anything but live requirements of the component (rule E-4). */
export async function assertRequirements(
  db: Queries,
  componentId: number,
  field: string,
  ids: number[],
): Promise<void> {
  const rows = await db
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', componentId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<number>`any (${sql.val(ids)}::integer[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const said = unknown.slice(0, 10).join(', ')
  throw invalid('validation', field, `No requirements of the component: ${said}.`)
}
