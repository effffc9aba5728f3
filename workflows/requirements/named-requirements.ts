import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import { opaqueIds } from '../../src/database/opaque-parameter.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { validationError } from '../../src/errors.ts'

/**
 * Returns the live requirements of the component by number. Throws 422 with the field's name for other ids
 * (rule E-4).
 */
export async function assertRequirements(
  db: Queries,
  componentId: number,
  field: string,
  ids: number[],
): Promise<number[]> {
  const foundIds = (await selectLive(db, componentId, ids)).map(({ id }) => id)
  const existing = new Set(foundIds)
  const unknown = ids.filter((id) => !existing.has(id))
  if (unknown.length === 0) return foundIds
  const names = unknown.slice(0, 10).join(', ')
  throw validationError('validation', field, `Not requirements of this component: ${names}.`)
}

const selectLive = preparedQuery<{ id: number }, [componentId: number, ids: number[]]>(
  (_, componentId, ids) => sql`select id from rules
    where component_id = ${componentId} and deleted_at is null and id = any ${opaqueIds(ids)} order by rule_id`,
)
