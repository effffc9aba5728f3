import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { releaseLineSql, orderNewestFirst } from '../../../src/database/newest-release.ts'
import { stateError } from '../../../src/errors.ts'
import { toPlainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import type { RequirementSheet } from '../../../src/formats/spreadsheet/requirements.ts'

export interface DetectedSrg {
  id: number
  srg_id: string
  title: string
  version: string
}

interface SrgMatch extends DetectedSrg {
  line: string
  matches: number
}

/**
 * Detects the SRG of a sheet by its ids: the newest release in a line with the most matches; drafts only with
 * more matches than accepted releases. Throws 422 for a sheet without SRG ids, unknown ids, or ids of several
 * SRGs.
 */
export async function detectSrg(db: Queries, { rows }: RequirementSheet): Promise<DetectedSrg> {
  const srgIds = rows.map(({ srgId = '' }) => srgId.trim()).filter((id) => id !== '')
  const ids = [...new Set(srgIds.flatMap((id) => [id, toPlainId(id)]))]
  if (ids.length === 0) throw stateError('spreadsheet.no_ids', 'The spreadsheet has no SRG IDs.')
  const { rows: matches } =
    await sql<SrgMatch>`select g.id, g.srg_id, g.title, g.version, ${releaseLineSql('srgs', 'g')} as line, count(distinct s.version)::integer as matches
    from srg_rules s join srgs g on g.id = s.srg_id
    where s.version in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    group by g.id order by matches desc, ${orderNewestFirst('g')}`.execute(db)
  const [best] = matches
  if (!best) {
    throw stateError('spreadsheet.no_match', 'No SRG in the catalog matches the SRG IDs in this spreadsheet.')
  }
  const lines = [...new Set(matches.map(({ line }) => line))].sort()
  if (lines.length > 1) {
    throw stateError(
      'spreadsheet.several_srgs',
      `The spreadsheet names requirements of several SRGs: ${lines.join(', ')}.`,
    )
  }
  const { matches: _, line: __, ...srg } = best
  return srg
}
