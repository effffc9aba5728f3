import type { SheetPurpose } from '../../../src/formats/spreadsheet/requirements.ts'
import type { Workers } from '../../../src/workers/pool.ts'
import type { ReadRequirements } from '../../../src/workers/tasks/sheet.ts'
import type { UploadedFile } from '../backup.ts'

/**
 * Reads the requirements of an uploaded spreadsheet in a worker. With several sheets, uses the exported sheet
 * of `componentId`. Throws 422 with file and row.
 */
export async function readRequirements(
  workers: Workers,
  file: UploadedFile,
  purpose: SheetPurpose,
  componentId: number | null = null,
): Promise<ReadRequirements> {
  return workers.run('requirementSheet', { ...file, purpose, preferred: findSheetEnding(componentId) })
}

/** Returns the end of the sheet name that exports give to a component. */
export function findSheetEnding(componentId: number | null): string | null {
  return componentId === null ? null : `-${componentId}`
}
