import type { RequirementRow } from './requirements.ts'
import { type SatisfactionText, parseSatisfactionText } from './satisfaction-text.ts'
import { type SatisfiesCell, parseSatisfiesCell } from './satisfies-cell.ts'
import { createRefusal } from './sheet.ts'

/** Texts that may name satisfactions at their end. */
export const LINKED_TEXTS = ['vendor_comments', 'vuln_discussion'] as const

/** The satisfactions in a row: in its column Satisfies, and at the end of texts. */
export interface RowLinks {
  cell: SatisfiesCell
  texts: Partial<Record<(typeof LINKED_TEXTS)[number], SatisfactionText>>
}

/** Maximum names in all rows. */
const MAX_NAMES = 50_000

/**
 * Reads the satisfactions of rows by row number, without rows that have none. Throws 422 with file and row if there are too
 * many.
 */
export function readLinks(filename: string, rows: readonly RequirementRow[]): Map<number, RowLinks> {
  const links = new Map<number, RowLinks>()
  let names = 0
  for (const row of rows) {
    const rowLinks = readRowLinks(row)
    const count = [rowLinks.cell, ...Object.values(rowLinks.texts)].reduce(
      (sum, text) => sum + countNames(text),
      0,
    )
    names += count
    if (names > MAX_NAMES) {
      throw createRefusal(filename, `names more than ${MAX_NAMES} requirements in Satisfies`, row.row)
    }
    if (count > 0) links.set(row.row, rowLinks)
  }
  return links
}

function readRowLinks(row: RequirementRow): RowLinks {
  const texts: RowLinks['texts'] = {}
  for (const column of LINKED_TEXTS) {
    const text = parseSatisfactionText(row[column] ?? '')
    if (countNames(text) > 0) texts[column] = text
  }
  return { cell: parseSatisfiesCell(row.satisfies ?? ''), texts }
}

function countNames({ satisfies, satisfiedBy }: SatisfiesCell): number {
  return satisfies.length + satisfiedBy.length
}
