import type { Rule } from '../../../entities/rule.ts'
import type { Env } from '../../../src/config/env.ts'
import { readChecksText } from '../../../src/formats/checks/check-text.ts'
import { isTruncated, toPlainCell } from '../../../src/formats/spreadsheet/cut-text.ts'
import type { RequirementRow, SheetColumn } from '../../../src/formats/spreadsheet/requirements.ts'
import { createSheetError } from '../../../src/formats/spreadsheet/sheet.ts'
import { isLonger } from '../../../src/procedures/schemas/text-limits.ts'
import { toStoredTexts } from '../../requirements/rule-lists.ts'

const LIMITS: Partial<Record<SheetColumn, keyof Env['limits']>> = {
  title: 'ruleTitle',
  vuln_discussion: 'longText',
  check_content: 'longText',
  fixtext: 'longText',
  status_justification: 'mediumText',
  artifact_description: 'longText',
  vendor_comments: 'longText',
  mitigations: 'longText',
  inspec_control_body: 'inspecCode',
  ident: 'ident',
  srgId: 'shortString',
}

/** Whether a requirement has this text in this column. */
type StoredTextCheck = (text: string, column: SheetColumn) => boolean

/**
 * Throws 422 with file, row and column of the first text over its limit (rule C-4). Texts for which
 * `isStored` is true may exceed it, because catalog texts can be longer.
 */
export function assertTextLengths(
  limits: Env['limits'],
  filename: string,
  rows: readonly RequirementRow[],
  isStored: StoredTextCheck = () => false,
): void {
  for (const row of rows) {
    for (const [column, name] of Object.entries(LIMITS) as [SheetColumn, keyof Env['limits']][]) {
      const text = row[column]
      const limit = limits[name]
      if (typeof text !== 'string' || !isLonger(text, limit) || isStored(text, column)) continue
      if (column === 'check_content' && areShorter(text, limit, isStored)) continue
      throw createSheetError(
        `The file ${filename.slice(0, 255)} has more than ${limit} characters in ${column} (row ${row.row}).`,
      )
    }
  }
}

/** Whether each check of a text is within the limit. */
function areShorter(text: string, limit: number, isStored: StoredTextCheck): boolean {
  const { check, further } = readChecksText(text)
  const contents = [check, ...(further ?? []).flatMap(({ content }) => content ?? [])]
  return contents.every((item) => !isLonger(item, limit) || isStored(item, 'check_content'))
}

/** Columns of requirements that have another name in sheets. */
const STORED_COLUMNS: Partial<Record<SheetColumn, string>> = { check_content: 'content', srgId: 'version' }

/** Returns a predicate for texts that a requirement already has, ignoring spreadsheet changes. */
export function createStoredTextCheck(rule: Rule): StoredTextCheck {
  const stored = toStoredTexts(rule)
  return (text, column) =>
    [...(stored.get(STORED_COLUMNS[column] ?? column) ?? [])].some(
      (storedText) => toPlainCell(storedText) === toPlainCell(text) || isTruncated(text, storedText),
    )
}
