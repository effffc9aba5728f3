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

/** Beyond these a statement is one of many records: each number of them would be a text of its own. */
const MOST_VALUES = 100
/** Those of a statement with an answer for each record: how many and which columns makes a text of its own. */
const FEW_VALUES = 24
const FOR_EACH = 'case when ('
const LONG_LIST = /\bin \((\?, ){8}/
const MOST_TEXTS = 1000
/** Values of other types are written as text by whoever sends them; a number beyond would not fit every column. */
const LARGEST = 2 ** 31 - 1
/** Of the years 0 to 9999; others have a sign that PostgreSQL does not read. */
const USUAL = '2026-01-31T00:00:00.000Z'.length
const PLACE = /\\\?|\?\??/g
const WHOLE_RECORD = /^select "(\w+)"\.\* from "(\w+)" as "\1"/

type Value = string | number | boolean | null

/** What the ORM executes. */
export type Given = Parameters<AbstractSqlConnection['execute']>

/** What it answers. */
export type Executed = QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[]

/** Answers the same with its values as parameters, or null where they stay in the text. */
export type Binder = (query: Given[0], params: Given[1], context: Given[4]) => CompiledQuery | null

/** By a table's name, the columns that the ORM knows of it. */
export type Columns = (table: string) => string[] | undefined

/** For the statements of the ORM with these entities on this platform. One that may be aborted stays as it was. */
export function binderOf(metadata: MetadataStorage, platform: AbstractSqlPlatform): Binder {
  const bind = statementBinder(columnsOf(metadata.getAll().values()), (date) => {
    const usual = date.toISOString()
    return usual.length === USUAL ? usual : platform.quoteValue(date).slice(1, -1)
  })
  return (query, params = [], context) => {
    const plain = typeof query === 'string' && Array.isArray(params) && !Reflect.has(context ?? {}, 'signal')
    return plain ? bind(query, params) : null
  }
}

/**
 * Makes the ORM's statements ones with parameters: it writes the values into the text, which has each planned anew
 * (`AbstractSqlConnection.execute`). The answer is null for what stays as it was: work on many records, values whose
 * type only their notation tells, and texts of no known form.
 */
export function statementBinder(
  columns: Columns,
  written: (date: Date) => string,
): (text: string, given: readonly unknown[]) => CompiledQuery | null {
  const known = new Map<string, string | null>()
  const textOf = (text: string): string | null => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = numbered(text, columns)
    if (known.size < MOST_TEXTS) known.set(text, made)
    return made
  }
  return (text, given) => {
    if (given.length === 0 || given.length > MOST_VALUES) return null
    if (given.length > FEW_VALUES && text.includes(FOR_EACH)) return null
    const values: Value[] = []
    for (const one of given) {
      const value = valueOf(one, written)
      if (value === undefined) return null
      values.push(value)
    }
    const bound = textOf(text)
    return bound === null ? null : CompiledQuery.raw(bound, values)
  }
}

/** By the tables of these entities, the columns that hold their properties. */
export function columnsOf(entities: Iterable<EntityMetadata>): Columns {
  const byTable = new Map<string, string[]>()
  for (const { tableName, props } of entities) {
    const kept = props.filter(
      ({ kind, persist, owner }) =>
        persist !== false && (kind === 'scalar' || kind === 'm:1' || (kind === '1:1' && owner)),
    )
    byTable.set(tableName, [...new Set(kept.flatMap(({ fieldNames }) => fieldNames))])
  }
  return (table) => byTable.get(table)
}

/**
 * The text with `$1` in place of `?`, and with the columns by name in place of all: the answer of a statement that the
 * server keeps must not change when a column is added.
 */
function numbered(text: string, columns: Columns): string | null {
  if (LONG_LIST.test(text) || text.includes('??')) return null
  let place = 0
  const named = text.replace(WHOLE_RECORD, (whole, alias: string, table: string) => {
    const names = columns(table)?.map((name) => `"${alias}"."${name}"`)
    return names === undefined ? whole : `select ${names.join(', ')} from "${table}" as "${alias}"`
  })
  if (named.includes('.*')) return null
  return named.replaceAll(PLACE, (found) => (found === '?' ? `$${(place += 1)}` : '?'))
}

/** Undefined: none that can be a parameter. */
function valueOf(value: unknown, written: (date: Date) => string): Value | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) <= LARGEST ? value : undefined
  if (value instanceof Date) return written(value)
  // A list of one, as the ORM writes `in (?)`.
  return Array.isArray(value) && value.length === 1 ? valueOf(value[0], written) : undefined
}
