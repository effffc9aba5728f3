import { Warnings } from '../../../../src/formats/archive/warnings.ts'
import type { ReadRequirements } from '../../../../src/workers/tasks/sheet.ts'

/** Adds a warning about a row: a sentence without a full stop. */
export type WarnRow = (row: number, message: string) => void

/** Returns the warnings of a file; those of its reader come first. */
export function collectWarnings(
  filename: string,
  skippedRows: ReadRequirements['skipped'],
): { warn: WarnRow; list: () => string[] } {
  const warnings = new Warnings()
  warnings.include(skippedRows)
  return {
    warn: (row, message) => warnings.add(filename.slice(0, 255), row, message),
    list: () => warnings.list(),
  }
}
