import type { Queries } from '../../../src/database.ts'
import {
  numberOf,
  type RequirementRow,
  type RequirementSheet,
  unusable,
} from '../../../src/formats/spreadsheet/requirements.ts'

/** A row with the requirement that it is about. */
export interface MatchedRow extends RequirementRow {
  id: number
  srgVersion: string | null
  /** Another requirement satisfies it. */
  child: boolean
}

/** A requirement that a row may name. */
export interface KnownRule {
  id: number
  rule_id: string
  version: string | null
  legacy_ids: string | null
  child: boolean
}

/**
 * The requirements that the rows are about: by displayed name or number in STIGID, else by SRGID. Rows of other
 * components, of none and of several are told and left out. Throws 422 where two rows are about the same.
 */
export async function matchRows(
  db: Queries,
  component: { id: number; prefix: string },
  { rows }: RequirementSheet,
  warn: (said: string) => void,
): Promise<MatchedRow[]> {
  const known = await knownRules(db, component.id)
  const byNumber = new Map(known.map((rule) => [rule.rule_id, rule]))
  const byVersion = Map.groupBy(known, ({ version }) => version ?? '')
  const seen = new Map<number, number>()
  return rows.flatMap((row): MatchedRow[] => {
    const name = (row.stigId ?? '').trim()
    const srgId = (row.srgId ?? '').trim()
    const found = name === '' ? byVersion.get(srgId) : listed(ofNumber(name, component.prefix, byNumber))
    const [rule] = found ?? []
    if (!rule || (found?.length ?? 0) > 1) {
      const said = rule
        ? `${srgId} is the SRG id of several requirements`
        : name === '' && srgId === ''
          ? 'it names no requirement'
          : `there is no requirement ${name === '' ? srgId : name}`
      warn(`Row ${row.row}: ${said}; the row is left out.`)
      return []
    }
    const before = seen.get(rule.id)
    if (before !== undefined)
      throw unusable(
        `Rows ${before} and ${row.row} are about the same requirement, ${rule.rule_id} (row ${row.row}).`,
      )
    seen.set(rule.id, row.row)
    return [{ ...row, id: rule.id, srgVersion: rule.version, child: rule.child }]
  })
}

/** The requirements of a component, by number. */
export function knownRules(db: Queries, componentId: number): Promise<KnownRule[]> {
  return db
    .selectFrom('rules as r')
    .select(['r.id', 'r.rule_id', 'r.version', 'r.legacy_ids'])
    .select((of) =>
      of
        .exists(of.selectFrom('satisfactions as s').select('s.id').whereRef('s.rule_id', '=', 'r.id'))
        .$castTo<boolean>()
        .as('child'),
    )
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.rule_id')
    .execute()
}

/** The requirement that a displayed name or number is of; a name of another prefix is none of them. */
export function ofNumber(
  name: string,
  prefix: string,
  byNumber: ReadonlyMap<string, KnownRule>,
): KnownRule | undefined {
  const number = numberOf(name, prefix)
  return number === null ? undefined : byNumber.get(number)
}

const listed = (rule: KnownRule | undefined): KnownRule[] => (rule ? [rule] : [])
