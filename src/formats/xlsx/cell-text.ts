import type { Cell, CellValue } from 'hucre/xlsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Day 0 of the two date systems of workbooks: times and durations are dates of their first year. */
const EPOCHS: Record<number, number> = {
  1899: Date.UTC(1899, 11, 31),
  1900: Date.UTC(1899, 11, 31),
  1904: Date.UTC(1904, 0, 1),
}

/** Formats a cell as a spreadsheet shows it: a time as `12:30`, a date as `2026-01-02`, a formula as its result. */
export function formatCell(value: CellValue | undefined, cell: Cell | undefined): string {
  if (value === null || value === undefined) return cell?.formula ? `=${cell.formula}` : ''
  if (value instanceof Date) return formatDate(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? formatNumber(value, cell?.style?.numFmt ?? '') : String(value)
}

/** Whether a number format shows other digits than those of the number: a percentage, or leading zeros. */
export function changesDigits(format: string): boolean {
  return isPercentage(format) || LEADING_ZEROS.test(format)
}

const LEADING_ZEROS = /^0{2,}$/

function isPercentage(format: string): boolean {
  return format.replaceAll(/"[^"]*"|\\./g, '').includes('%')
}

function formatNumber(number: number, format: string): string {
  if (isPercentage(format)) return `${roundDigits(number * 100)}%`
  const isPadded = LEADING_ZEROS.test(format) && Number.isInteger(number) && number >= 0
  return isPadded ? roundDigits(number).padStart(format.length, '0') : roundDigits(number)
}

/** Spreadsheets show at most 15 digits, so 0.1+0.2 is 0.3. */
function roundDigits(number: number): string {
  return String(Number(number.toPrecision(15)))
}

function formatDate(date: Date): string {
  const epoch = EPOCHS[date.getUTCFullYear()]
  if (epoch !== undefined) return formatDuration(date.getTime() - epoch)
  return date
    .toISOString()
    .replace('T00:00:00.000Z', '')
    .replace('T', ' ')
    .replace(/\.000Z$/, ' UTC')
}

/** `9:05`, `12:30:15`, `36:00`. */
function formatDuration(milliseconds: number): string {
  const padNumber = (number: number) => String(number).padStart(2, '0')
  const seconds = Math.round((milliseconds % MINUTE) / 1000)
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE)
  const text = `${Math.floor(milliseconds / HOUR)}:${padNumber(minutes)}`
  return seconds === 0 ? text : `${text}:${padNumber(seconds)}`
}
