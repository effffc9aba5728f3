import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import type { AuditEntryView } from './histories.schema.ts'
import { entriesWhere, toVisibleEntryView, readableBy } from './histories.ts'

/** Reads the newest entries of a component and of everything in it. */
export async function componentHistories(
  db: Queries,
  componentId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  const rows = await entriesOfComponent(db, componentId, effectiveAccess, limit, offset).execute()
  return rows.map((row) => toVisibleEntryView(row, effectiveAccess))
}

/** Query for the entries of a component; `toVisibleEntryView` converts them for the caller. */
export function entriesOfComponent(
  db: Queries,
  componentId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
  limit: number,
  offset = 0,
) {
  const which = readableBy(effectiveAccess)
  return entriesWhere(db, (eb) => eb.and([eb('component_id', '=', componentId), which(eb)]), limit, offset)
}
