import type { SheetPurpose } from '../../../src/formats/spreadsheet/requirements.ts'
import type { Workers } from '../../../src/workers/pool.ts'
import type { ReadRequirements } from '../../../src/workers/tasks/sheet.ts'
import type { UploadedFile } from '../backup.ts'

/**
 * The requirements of an uploaded spreadsheet, read in a thread; of several sheets that of `componentId`, as exports name
 * them. Throws 422 naming file and row.
 */
export async function readRequirements(
  computing: Workers,
  file: UploadedFile,
  purpose: SheetPurpose,
  componentId: number | null = null,
): Promise<ReadRequirements> {
  return computing.run('requirementSheet', { ...file, purpose, preferred: sheetEnding(componentId) })
}

/** How exports end the name of a component's sheet. */
export function sheetEnding(componentId: number | null): string | null {
  return componentId === null ? null : `-${componentId}`
}
