import { type EntityMetadata, type EntityProperty, Utils } from '@mikro-orm/core'

/** A value that needs no conversion. */
export type Scalar = string | number | boolean | Date | null

/** Conditions or changes by name, and their values in order. */
export interface NamedValues {
  /** Determines the text of the statement: names and operators, without values. */
  form: string
  values: Scalar[]
  original: Record<string, unknown>
}

/** Values of one list: each length has its own text. */
const MAX_LIST_LENGTH = 8

/** Returns the conditions if each compares a column with a value, a short list or null; otherwise null. */
export function toEqualities(meta: EntityMetadata, where: unknown): NamedValues | null {
  if (!isPlainObject(where)) return null
  const equalities: NamedValues = { form: '', values: [], original: where }
  for (const [name, value] of Object.entries(where)) {
    const conditionValues = isColumn(meta, name) ? toConditionValues(value) : null
    if (conditionValues === null) return null
    equalities.form += `${name} ${value === null ? 'none' : typeof value === 'object' ? `in ${conditionValues.length}` : '='},`
    equalities.values.push(...conditionValues)
  }
  return equalities.form === '' ? null : equalities
}

/** Returns the changes if each sets a single column to a value that the ORM has converted; otherwise null. */
export function toChanges(meta: EntityMetadata, data: unknown): NamedValues | null {
  if (!isPlainObject(data)) return null
  const changes: NamedValues = { form: '', values: [], original: data }
  for (const [name, value] of Object.entries(data)) {
    const prop = meta.properties[name]
    if (!prop || !isSingle(prop) || !(isScalar(value) || value === null || value instanceof Date)) return null
    changes.form += `${name},`
    changes.values.push(value)
  }
  return changes.form === '' ? null : changes
}

/** Whether rows of the entity are only its columns, without formulas, joins or conversions. */
export function isPlain({ props, inheritanceType, virtual }: EntityMetadata): boolean {
  return !virtual && inheritanceType === undefined && props.every((prop) => !isComputed(prop))
}

/** Whether a property is more than a column: a formula, a join, a conversion, or loaded later. */
function isComputed(prop: EntityProperty): boolean {
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

/** Returns the form of an order by single columns; null for any other order. */
export function toOrder(meta: EntityMetadata, order: unknown): string | null {
  const parts: unknown[] = Array.isArray(order) ? order : [order]
  const forms = parts.map((part) => {
    const words = isPlainObject(part) ? Object.entries(part) : []
    return words.length > 0 &&
      words.every(([name, direction]) => isColumn(meta, name) && isDirection(direction))
      ? words.flat().join(' ')
      : null
  })
  return forms.includes(null) ? null : forms.join()
}

const isDirection = (direction: unknown): boolean => direction === 'asc' || direction === 'desc'

/** Returns the values of one condition: one, those of a short list, none for null; null for any other condition. */
function toConditionValues(value: unknown): Scalar[] | null {
  if (value === null) return []
  if (isScalar(value)) return [value]
  if (!isPlainObject(value) || Object.keys(value).join() !== '$in') return null
  const list: unknown = value['$in']
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LIST_LENGTH) return null
  return list.every(isScalar) ? list : null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** The ORM marks its own conditions with symbols. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Utils.isPlainObject(value) && Object.getOwnPropertySymbols(value).length === 0
}
