import { type RawBuilder, sql } from 'kysely'

/** The columns of an insert, with commas between them. */
export function columnNames(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)))
}

/** The columns of a table with this alias, with commas between them. */
export function selectedColumns(alias: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))
}
