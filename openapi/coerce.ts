import type { z } from 'zod'

/** Turns the text of a path, query or form value into the JSON value that its schema declares. */
export type Coercer = (value: unknown) => unknown

interface Definition {
  type: string
  format?: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  options?: readonly z.core.$ZodType[]
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}

const unchanged: Coercer = (value) => value

/**
 * Compiles the coercion of a schema: integers and booleans from text (rule E-6), and a single value to a list. Other
 * values are unchanged, and the schema rejects them. `lists` allows single values for lists, only for queries and
 * forms.
 */
export function createCoercer(schema: z.core.$ZodType, lists: boolean): Coercer {
  const def = schema._zod.def as Definition
  if (def.type === 'number') return def.format === undefined ? toNumber : toInteger
  if (def.type === 'boolean') return toBoolean
  if (def.type === 'array' && def.element) {
    return toList(createCoercer(def.element, lists), lists, getMaxLength(def))
  }
  if (def.type === 'object' && def.shape) return toObject(def.shape, lists)
  if (def.type === 'record' && def.valueType) return toRecord(createCoercer(def.valueType, lists))
  if (def.type === 'union' && def.options) return toUnion(def.options, lists)
  const inner = def.innerType ?? def.in
  return inner ? createCoercer(inner, lists) : unchanged
}

const toInteger: Coercer = (value) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value

const toNumber: Coercer = (value) =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : value

const toBoolean: Coercer = (value) => {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}

/** Maximum elements to coerce: one more than allowed is enough for a rejection, and many would block the event loop. */
function getMaxLength({ checks = [] }: Definition): number {
  return Math.min(
    Infinity,
    ...checks.map(({ _zod: { def } }) => (def.check === 'max_length' ? (def.maximum ?? Infinity) : Infinity)),
  )
}

function toList(element: Coercer, wrap: boolean, limit: number): Coercer {
  return (value) => {
    if (Array.isArray(value)) return value.slice(0, limit + 1).map(element)
    return wrap && value !== undefined && value !== null ? [element(value)] : value
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toObject(shape: Record<string, z.core.$ZodType>, lists: boolean): Coercer {
  const members = Object.entries(shape).map(([name, schema]) => [name, createCoercer(schema, lists)] as const)
  return (value) => {
    if (!isObject(value)) return value
    const result: Record<string, unknown> = { ...value }
    for (const [name, coerce] of members) {
      if (Object.hasOwn(result, name)) result[name] = coerce(result[name])
    }
    return result
  }
}

function toRecord(entry: Coercer): Coercer {
  if (entry === unchanged) return unchanged
  return (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, entry(member)]))
      : value
}

/** Text stays text if one of the options accepts it. */
function toUnion(options: readonly z.core.$ZodType[], lists: boolean): Coercer {
  const coercions = options.map((option) => createCoercer(option, lists))
  const takesText = options.some((option) => (option._zod.def as Definition).type === 'string')
  return (value) => {
    if (takesText && typeof value === 'string') return value
    for (const coerce of coercions) {
      const changed = coerce(value)
      if (changed !== value) return changed
    }
    return value
  }
}
