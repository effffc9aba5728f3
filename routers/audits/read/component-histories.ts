import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import type { AuditEntryView } from './histories.schema.ts'
import { selectEntries, toVisibleEntryView, selectReadable } from './histories.ts'

/** Reads the newest entries of a component and of everything in it. */
export async function listComponentHistories(
  db: Queries,
  componentId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
  limit: number,
  offset = 0,
): Promise<AuditEntryView[]> {
  const rows = await selectComponentEntries(db, componentId, effectiveAccess, limit, offset).execute()
  return rows.map((row) => toVisibleEntryView(row, effectiveAccess))
}

/** Query for the entries of a component; `toVisibleEntryView` converts them for the caller. */
export function selectComponentEntries(
  db: Queries,
  componentId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
  limit: number,
  offset = 0,
) {
  const which = selectReadable(effectiveAccess)
  return selectEntries(db, (eb) => eb.and([eb('component_id', '=', componentId), which(eb)]), limit, offset)
}
