import { sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import { illegal } from '../../../src/errors.ts'
import type { RequirementSheet } from '../../../src/formats/spreadsheet/requirements.ts'

export interface DetectedSrg {
  id: number
  srg_id: string
  title: string
  version: string
}

interface Found extends DetectedSrg {
  matches: number
}

/**
 * The SRG whose requirements a sheet names: of one that has several releases, the newest of those that have most of them.
 * Throws 422 for a sheet without SRG ids, ids that no SRG has, and ids of several SRGs, which it names.
 */
export async function detectSrg(db: Queries, { rows }: RequirementSheet): Promise<DetectedSrg> {
  const ids = [...new Set(rows.flatMap(({ srgId = '' }) => (srgId.trim() === '' ? [] : srgId.trim())))]
  if (ids.length === 0) throw illegal('spreadsheet.no_ids', 'The sheet names no SRG ids.')
  const { rows: found } =
    await sql<Found>`select g.id, g.srg_id, g.title, g.version, count(distinct s.version)::integer as matches
    from srg_rules s join srgs g on g.id = s.srg_id
    where s.version in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    group by g.id order by matches desc, g.version_major desc nulls last, g.version_minor desc nulls last, g.id desc`.execute(
      db,
    )
  const [best] = found
  if (!best) throw illegal('spreadsheet.no_match', 'No SRG of the catalog has the SRG ids of the sheet.')
  const lines = [...new Set(found.map(({ srg_id: id }) => id))].sort()
  if (lines.length > 1) {
    throw illegal(
      'spreadsheet.several_srgs',
      `The sheet names requirements of several SRGs: ${lines.join(', ')}.`,
    )
  }
  const { matches: _, ...srg } = best
  return srg
}
