import type { Computing } from '../../../src/computing/pool.ts'
import {
  requirementsOf,
  type RequirementSheet,
  type SheetColumn,
} from '../../../src/formats/spreadsheet/requirements.ts'
import type { UploadedFile } from '../backup.ts'

/** The requirements of an uploaded spreadsheet, read in a thread. Throws 422 naming file and row. */
export async function readRequirements(
  computing: Computing,
  file: UploadedFile,
  required?: readonly SheetColumn[],
): Promise<RequirementSheet & { digest: string }> {
  const sheet = await computing.run('sheet', file)
  return { ...requirementsOf(file.filename, sheet, required), digest: sheet.digest }
}
