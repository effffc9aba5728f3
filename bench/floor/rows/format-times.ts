import { toTime, type Row } from '../database.ts'

/** A row with its times in the format of the API. */
export const formatTimes = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? toTime(value) : value]),
  )

/** Some columns of a row. */
export const pickColumns = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((name) => [name, row[name]]))
