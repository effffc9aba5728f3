import type { Env } from '../../../src/env.ts'
import {
  type RequirementRow,
  type SheetColumn,
  unusable,
} from '../../../src/formats/spreadsheet/requirements.ts'
import { codePoints } from '../../../src/wire/shapes.ts'

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

/** Throws 422 naming file, row and column of the first text that is longer than its field may be (rule C-4). */
export function assertTextLengths(
  limits: Env['limits'],
  filename: string,
  rows: readonly RequirementRow[],
): void {
  for (const row of rows) {
    for (const [column, name] of Object.entries(LIMITS)) {
      const text = row[column as SheetColumn]
      const limit = limits[name]
      if (typeof text !== 'string' || text.length <= limit || codePoints(text) <= limit) continue
      throw unusable(
        `The file ${filename.slice(0, 255)} has more than ${limit} characters in ${column} (row ${row.row}).`,
      )
    }
  }
}
