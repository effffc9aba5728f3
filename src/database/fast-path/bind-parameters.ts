import type {
  AbstractSqlConnection,
  AbstractSqlPlatform,
  AnyEntity,
  EntityData,
  EntityMetadata,
  MetadataStorage,
  QueryResult,
} from '@mikro-orm/sql'
import { CompiledQuery } from 'kysely'

/** Statements with more values write many rows, and their text differs for each number of rows. */
const MAX_VALUES = 100
/** The limit for statements with a `case` for each row, whose text depends on rows and columns. */
const MAX_CASE_VALUES = 24
const CASE_FOR_EACH_ROW = 'case when ('
const LONG_LIST = /\bin \((\?, ){8}/
const MAX_TEXTS = 1000
/** A larger number would not fit every integer column. */
const MAX_INTEGER = 2 ** 31 - 1
/** ISO 8601 of the years 0 to 9999; others have a sign that PostgreSQL does not read. */
const ISO_LENGTH = '2026-01-31T00:00:00.000Z'.length
const PLACEHOLDER = /\\\?|\?\??/g
const WHOLE_RECORD = /^select "(\w+)"\.\* from "(\w+)" as "\1"/

type Value = string | number | boolean | null

/** Arguments of the ORM's `execute`. */
export type ExecuteArguments = Parameters<AbstractSqlConnection['execute']>

/** Results of the ORM's `execute`. */
export type ExecuteResult = QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[]

/** Returns a statement with parameters, or null if its values stay in the text. */
export type Binder = (
  query: ExecuteArguments[0],
  params: ExecuteArguments[1],
  context: ExecuteArguments[4],
) => CompiledQuery | null

/** Returns the columns of a table that the ORM knows. */
export type Columns = (table: string) => string[] | undefined

/** Creates a binder for these entities on this platform. It leaves statements that can be aborted unchanged. */
export function createBinder(metadata: MetadataStorage, platform: AbstractSqlPlatform): Binder {
  const bind = createStatementBinder(createColumnLookup(metadata.getAll().values()), (date) => {
    const iso = date.toISOString()
    return iso.length === ISO_LENGTH ? iso : platform.quoteValue(date).slice(1, -1)
  })
  return (query, params = [], context) => {
    const plain = typeof query === 'string' && Array.isArray(params) && !Reflect.has(context ?? {}, 'signal')
    return plain ? bind(query, params) : null
  }
}

/**
 * Turns a statement of the ORM, which writes values into the text (`AbstractSqlConnection.execute`), into one with
 * parameters. Returns null for statements about many rows, for values whose type follows only from their notation, and
 * for texts of an unknown form.
 */
export function createStatementBinder(
  columns: Columns,
  formatDate: (date: Date) => string,
): (text: string, params: readonly unknown[]) => CompiledQuery | null {
  const texts = new Map<string, string | null>()
  const toBoundText = (text: string): string | null => {
    const cached = texts.get(text)
    if (cached !== undefined) return cached
    const bound = numberParameters(text, columns)
    if (texts.size < MAX_TEXTS) texts.set(text, bound)
    return bound
  }
  return (text, params) => {
    if (params.length === 0 || params.length > MAX_VALUES) return null
    if (params.length > MAX_CASE_VALUES && text.includes(CASE_FOR_EACH_ROW)) return null
    const values: Value[] = []
    for (const item of params) {
      const value = toValue(item, formatDate)
      if (value === undefined) return null
      values.push(value)
    }
    const bound = toBoundText(text)
    return bound === null ? null : CompiledQuery.raw(bound, values)
  }
}

/** Returns the columns of the tables of these entities. */
export function createColumnLookup(entities: Iterable<EntityMetadata>): Columns {
  const byTable = new Map<string, string[]>()
  for (const { tableName, props } of entities) {
    const stored = props.filter(
      ({ kind, persist, owner }) =>
        persist !== false && (kind === 'scalar' || kind === 'm:1' || (kind === '1:1' && owner)),
    )
    byTable.set(tableName, [...new Set(stored.flatMap(({ fieldNames }) => fieldNames))])
  }
  return (table) => byTable.get(table)
}

/**
 * Replaces `?` with `$1`, and `*` with the names of the columns: the result of a named statement must not change when
 * a column is added.
 */
function numberParameters(text: string, columns: Columns): string | null {
  if (LONG_LIST.test(text) || text.includes('??')) return null
  let position = 0
  const withColumns = text.replace(WHOLE_RECORD, (match, alias: string, table: string) => {
    const names = columns(table)?.map((name) => `"${alias}"."${name}"`)
    return names === undefined ? match : `select ${names.join(', ')} from "${table}" as "${alias}"`
  })
  if (withColumns.includes('.*')) return null
  return withColumns.replaceAll(PLACEHOLDER, (match) => (match === '?' ? `$${(position += 1)}` : '?'))
}

/** Returns undefined for a value that cannot be a parameter. */
function toValue(value: unknown, formatDate: (date: Date) => string): Value | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER ? value : undefined
  }
  if (value instanceof Date) return formatDate(value)
  // The ORM writes `in (?)` for a list of one.
  return Array.isArray(value) && value.length === 1 ? toValue(value[0], formatDate) : undefined
}
