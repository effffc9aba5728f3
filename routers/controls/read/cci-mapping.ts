import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { CCI_CONTROLS, findIdents, isCci } from '../../../src/formats/cci.ts'
import { coversControl, parseControlName } from '../../../src/formats/reference/control-name.ts'

/** The control of a CCI, and where the mapping is from. */
export interface CciMapping {
  control: string
  source: 'built_in' | 'cci_list'
  /** Revision of NIST SP 800-53; null for the mapping of the service. */
  revision: string | null
}

/** Maps CCIs to controls: as the service knows them, otherwise as the uploaded CCI list says (rule C-98). */
export async function mapCcis(db: Queries, ccis: readonly string[]): Promise<Map<string, CciMapping>> {
  const mapping = new Map<string, CciMapping>()
  for (const cci of ccis) {
    const control = CCI_CONTROLS.get(cci)
    if (control !== undefined) mapping.set(cci, { control, source: 'built_in', revision: null })
  }
  const unknown = ccis.filter((cci) => !mapping.has(cci) && isCci(cci))
  if (unknown.length === 0) return mapping
  const rows = await db
    .selectFrom('cci_definitions')
    .select(['cci', 'control', 'revision'])
    .where(sql<boolean>`cci = any (${unknown}::text[])`)
    .where('control', 'is not', null)
    .execute()
  for (const { cci, control, revision } of rows) {
    if (control !== null) mapping.set(cci, { control, source: 'cci_list', revision })
  }
  return mapping
}

/** Finds the CCIs of a text: those that it names, or those of the control that it names and of its items. */
export async function findCcis(db: Queries, text: string): Promise<string[]> {
  const named = findIdents(text).filter(isCci)
  if (named.length > 0) return [...new Set(named)]
  const control = parseControlName(text)
  if (!control) return []
  const isCovered = (other: string) => {
    const name = parseControlName(other)
    return name !== null && coversControl(control, name)
  }
  const builtIn = [...CCI_CONTROLS].flatMap(([cci, other]) => (isCovered(other) ? [cci] : []))
  const rows = await db
    .selectFrom('cci_definitions')
    .select(['cci', 'control'])
    .where('base_control', '=', control.base)
    .execute()
  const listed = rows.filter((row) => !CCI_CONTROLS.has(row.cci) && isCovered(row.control ?? ''))
  return [...builtIn, ...listed.map(({ cci }) => cci)].sort()
}
