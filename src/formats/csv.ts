/**
 * Formats a CSV line (RFC 4180). Texts that a spreadsheet would take for a formula get a leading apostrophe. So do
 * those that start with one before a formula (rule C-73).
 */
export function toCsvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(formatCell).join(',')}\r\n`
}

/** The beginning of a formula, also in full width or after white space, which some programs skip. */
export const FORMULA_START = /^'*(?:[\t\r]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

function formatCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
