import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { isCut, isTruncated, toPlainCell } from '../../../src/formats/spreadsheet/cut-text.ts'
import type { RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { createSheetError } from '../../../src/formats/spreadsheet/sheet.ts'
import { isLonger } from '../../../src/procedures/schemas/text-limits.ts'
import { assertTextLengths } from './lengths.ts'

const FIELDS = ['title', 'fixtext', 'check_content', 'vuln_discussion', 'mitigations'] as const
type CatalogTexts = Record<(typeof FIELDS)[number], string | null>

/**
 * Replaces truncated cells by the catalog's complete texts (rule C-73). Throws 422 with row and column for
 * other truncated cells, and for long texts that are not from the catalog.
 */
export async function withUntruncatedTexts<R extends RequirementRow>(
  work: Pick<UnitOfWork, 'db' | 'env'>,
  filename: string,
  sources: number[],
  rows: readonly R[],
): Promise<R[]> {
  const { longText } = work.env.limits
  const isLong = (row: R) =>
    FIELDS.some((name) => isCut(row[name] ?? '') || isLonger(row[name] ?? '', longText))
  const catalog = await readCatalogTexts(work, sources, rows.filter(isLong))
  return rows.map((row) => {
    const rules = catalog.get(toVersion(row)) ?? []
    const completeRow = isLong(row) ? { ...row, ...restoreTexts(filename, row, rules) } : row
    assertTextLengths(work.env.limits, filename, [completeRow], (text, column) => {
      const field = FIELDS.find((name) => name === column)
      return field !== undefined && rules.some((rule) => isSame(rule[field] ?? '', text))
    })
    return completeRow
  })
}

const toVersion = ({ srgId = '' }: RequirementRow) => srgId.trim()
const isSame = (text: string, other: string) => toPlainCell(text) === toPlainCell(other)

function restoreTexts(
  filename: string,
  row: RequirementRow,
  rules: readonly CatalogTexts[],
): Partial<RequirementRow> {
  const cut = FIELDS.flatMap((name) => {
    const cell = row[name]
    return cell !== undefined && isCut(cell) ? [{ name, cell }] : []
  })
  return Object.fromEntries(
    cut.map(({ name, cell }) => {
      const text = rules.map((rule) => rule[name] ?? '').find((item) => isTruncated(cell, item))
      if (text !== undefined) return [name, text]
      throw createSheetError(
        `The file ${filename.slice(0, 255)} has a text in ${name} that was cut to fit its cell (row ${row.row}).`,
      )
    }),
  )
}

/** Reads the texts of the rows' catalog rules, by version. */
async function readCatalogTexts(
  { db }: Pick<UnitOfWork, 'db'>,
  sources: number[],
  rows: readonly RequirementRow[],
): Promise<Map<string, CatalogTexts[]>> {
  if (rows.length === 0) return new Map()
  const rules = await db
    .selectFrom('srg_rules')
    .select(['version', ...FIELDS])
    .where('srg_id', 'in', sources)
    .where('version', 'in', [...new Set(rows.map(toVersion))])
    .execute()
  return Map.groupBy(rules, ({ version }) => version ?? '')
}
