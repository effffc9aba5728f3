import { Warnings } from '../../../../src/formats/archive/warnings.ts'
import type { ReadRequirements } from '../../../../src/workers/tasks/sheet.ts'

/** Reports the result of a row, as a sentence without a full stop. */
export type TellRow = (row: number, message: string) => void

/** Returns the warnings of a file; those of its reader come first. */
export function rowMessages(
  filename: string,
  passedOver: ReadRequirements['skipped'],
): { tell: TellRow; list: () => string[] } {
  const warnings = new Warnings()
  warnings.include(passedOver)
  return {
    tell: (row, message) => warnings.add(filename.slice(0, 255), row, message),
    list: () => warnings.list(),
  }
}
