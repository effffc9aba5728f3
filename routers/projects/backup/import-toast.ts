import { type Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import type { ImportSummary } from '../../../workflows/interchange/import-backup.ts'

/** Returns the toast of an import: success even with warnings, unless a requested component was skipped. */
export function importToast(
  title: string,
  message: string,
  { component_details: details }: Pick<ImportSummary, 'component_details'>,
  filter: Record<string, string> | null,
): Toast {
  const missing = filter !== null && Object.keys(filter).length > details.length
  const skipped = missing || details.some(({ conflict }) => conflict)
  return createToast(title, message, skipped ? 'warning' : 'success')
}
