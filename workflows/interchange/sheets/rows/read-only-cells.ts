import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { toPlainId } from '../../../../src/formats/spreadsheet/plain-text.ts'
import {
  getColumnHeader,
  SOURCE_COLUMNS,
  type SheetColumn,
} from '../../../../src/formats/spreadsheet/requirements.ts'
import { formatCount } from '../../../../src/lib/format-count.ts'
import type { MatchedRow } from '../match-rows.ts'
import type { WarnRow } from './row-warnings.ts'
import { isSameText } from './same-text.ts'

interface SourceTexts extends Record<(typeof SOURCE_COLUMNS)[number], string | null> {
  id: number
}

/**
 * Finds cells of read-only columns that differ from the requirement: the SRG id and the texts of the catalog rule.
 * Empty cells are ignored.
 */
export class ReadOnlyCells {
  /** The first row and the number of rows with a difference, by column. */
  readonly #differences = new Map<SheetColumn, { row: number; count: number }>()

  /** Compares a batch of rows. */
  async compare(db: Queries, rows: readonly MatchedRow[]): Promise<void> {
    const sources = await readSourceTexts(db, rows)
    for (const row of rows) {
      const { srgId = '' } = row
      if (srgId.trim() !== '' && toPlainId(srgId) !== toPlainId(row.srgVersion ?? '')) this.#add('srgId', row)
      const source = sources.get(row.id)
      for (const column of SOURCE_COLUMNS) {
        if (isFilled(row, column) && !isSameText(source?.[column] ?? null, row[column] ?? '')) {
          this.#add(column, row)
        }
      }
    }
  }

  /** Adds one warning for each column with differences. */
  report(warn: WarnRow): void {
    for (const [column, { row, count }] of this.#differences) {
      const header = getColumnHeader(column)
      if (count === 1) warn(row, `"${header}" differs from the requirement and is not read`)
      else {
        const others = formatCount(count - 1, 'other row', 'other rows')
        warn(row, `"${header}" differs from the requirement and is not read, also in ${others}`)
      }
    }
  }

  #add(column: SheetColumn, { row }: MatchedRow): void {
    const known = this.#differences.get(column)
    if (known) known.count += 1
    else this.#differences.set(column, { row, count: 1 })
  }
}

/** Reads the texts of the catalog rules that the rows have cells for, by requirement. */
async function readSourceTexts(db: Queries, rows: readonly MatchedRow[]): Promise<Map<number, SourceTexts>> {
  const ids = rows.flatMap((row) => (SOURCE_COLUMNS.some((column) => isFilled(row, column)) ? [row.id] : []))
  if (ids.length === 0) return new Map()
  const { rows: sources } = await sql<SourceTexts>`
    select r.id, s.title as "srgTitle", s.vuln_discussion as "srgDiscussion", s.check_content as "srgCheck",
      s.fixtext as "srgFix"
    from rules r join srg_rules s on s.id = r.srg_rule_id where r.id = any (${sql.val(ids)}::integer[])`.execute(
    db,
  )
  return new Map(sources.map((source) => [source.id, source]))
}

function isFilled(row: MatchedRow, column: SheetColumn): boolean {
  return (row[column] ?? '').trim() !== ''
}
