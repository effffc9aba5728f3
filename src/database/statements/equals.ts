import { type EntityMetadata, type EntityProperty, Utils } from '@mikro-orm/core'

/** A value that a statement takes as it is. */
export type Scalar = string | number | boolean | Date | null

/** Conditions or changes by name as they were given, how they look, and their values in order. A text follows from their looks alone. */
export interface Named {
  form: string
  values: Scalar[]
  given: Record<string, unknown>
}

/** Values of one list; each number of them is a text of its own. */
const MOST_OF_LIST = 8

/** Conditions that all say that a column has this value, one of a few or none; null for any other condition. */
export function equalsOf(meta: EntityMetadata, where: unknown): Named | null {
  if (!isPlainObject(where)) return null
  const named: Named = { form: '', values: [], given: where }
  for (const [name, value] of Object.entries(where)) {
    const some = isColumn(meta, name) ? valuesOf(value) : null
    if (some === null) return null
    named.form += `${name} ${value === null ? 'none' : typeof value === 'object' ? `in ${some.length}` : '='},`
    named.values.push(...some)
  }
  return named.form === '' ? null : named
}

/** Changes of single columns, as the ORM has made them ready for the database; null if there is any other. */
export function changesOf(meta: EntityMetadata, data: unknown): Named | null {
  if (!isPlainObject(data)) return null
  const named: Named = { form: '', values: [], given: data }
  for (const [name, value] of Object.entries(data)) {
    const prop = meta.properties[name]
    if (!prop || !isSingle(prop) || !(isScalar(value) || value === null || value instanceof Date)) return null
    named.form += `${name},`
    named.values.push(value)
  }
  return named.form === '' ? null : named
}

/** Whether all records are found by their columns alone, and come as they are. */
export function isPlain({ props, inheritanceType, virtual }: EntityMetadata): boolean {
  return !virtual && inheritanceType === undefined && props.every((prop) => !isMade(prop))
}

/** What the ORM makes more of than a column: by a formula, a join or a conversion, or later. */
function isMade(prop: EntityProperty): boolean {
  const { lazy, formula, generated, version, hasConvertToDatabaseValueSQL, hasConvertToJSValueSQL } = prop
  const late = lazy === true || formula !== undefined || generated !== undefined || version === true
  const converted = hasConvertToDatabaseValueSQL === true || hasConvertToJSValueSQL === true
  return late || converted || (prop.kind === '1:1' && !prop.owner)
}

function isColumn(meta: EntityMetadata, name: string): boolean {
  const prop = meta.properties[name]
  return prop !== undefined && isSingle(prop) && !prop.customType
}

function isSingle({ kind, fieldNames, persist }: EntityProperty): boolean {
  return (kind === 'scalar' || kind === 'm:1') && fieldNames.length === 1 && persist !== false
}

/** An order by single columns, as a form; null for any other order. */
export function orderOf(meta: EntityMetadata, order: unknown): string | null {
  const parts: unknown[] = Array.isArray(order) ? order : [order]
  const forms = parts.map((part) => {
    const words = isPlainObject(part) ? Object.entries(part) : []
    return words.length > 0 && words.every(([name, way]) => isColumn(meta, name) && isWay(way))
      ? words.flat().join(' ')
      : null
  })
  return forms.includes(null) ? null : forms.join()
}

const isWay = (way: unknown): boolean => way === 'asc' || way === 'desc'

/** The values of one condition: one, those of a short list, or none for that there is none; null for another condition. */
function valuesOf(value: unknown): Scalar[] | null {
  if (value === null) return []
  if (isScalar(value)) return [value]
  if (!isPlainObject(value) || Object.keys(value).join() !== '$in') return null
  const list: unknown = value['$in']
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_OF_LIST) return null
  return list.every(isScalar) ? list : null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Conditions of the ORM's own making have symbols for names. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Utils.isPlainObject(value) && Object.getOwnPropertySymbols(value).length === 0
}
