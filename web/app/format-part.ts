import { formatNumber, t } from '../languages/t.ts'

/** A part and its total: "12 of 1,203". */
export function formatPart(count: number, total: number): string {
  return t('{count} of {total}', { count: formatNumber(count), total: formatNumber(total) })
}
