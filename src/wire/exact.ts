import { z } from 'zod'

/** Tells whether a value is already what its schema makes of it. */
export type Exact = (value: unknown) => boolean

interface Definition {
  type: string
  checks?: readonly unknown[]
  coerce?: boolean
  format?: string
  entries?: Record<string, string | number>
  values?: readonly unknown[]
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  mode?: string
  partial?: boolean
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
}

const definition = (schema: z.core.$ZodType) => schema._zod.def as Definition

const known = new WeakMap<z.core.$ZodType, Exact>()

/**
 * Whether parsing a value with this schema would answer the same value: every member that the schema names, in its
 * order, each valid, and none beside. True spares the copy that parsing makes of an answer; false says nothing, and the
 * value is to be parsed. Of objects only plain ones under plain schemas are told; what may have one of several shapes
 * never is.
 */
export function exactly(schema: z.core.$ZodType): Exact {
  const made = known.get(schema) ?? make(schema)
  known.set(schema, made)
  return made
}

function make(schema: z.core.$ZodType): Exact {
  const def = definition(schema)
  const { type, innerType, element, keyType, valueType, shape, catchall } = def
  if (def.checks?.length || def.coerce) return scalar(schema)
  if (type === 'string' && def.format === undefined) return (value) => typeof value === 'string'
  if (type === 'number' && def.format === 'safeint') return Number.isSafeInteger
  if (type === 'boolean') return (value) => value === true || value === false
  if (type === 'enum' && def.entries) return among(Object.values(def.entries))
  if (type === 'literal' && def.values) return among(def.values)
  if (type === 'nullable' && innerType) return nullable(exactly(innerType))
  if (type === 'array' && element) return listed(exactly(element))
  if (type === 'object' && shape && !catchall) return object(shape)
  // With keys of which all must be there, parsing puts them into an order of its own.
  if (type === 'record' && keyType && valueType && !def.mode && (def.partial || !keyType._zod.values))
    return record(exactly(keyType), exactly(valueType))
  return scalar(schema)
}

/** What is no object, and comes back as it is. */
function scalar(schema: z.core.$ZodType): Exact {
  return (value) => {
    if (typeof value === 'object' && value !== null) return false
    const parsed = z.safeParse(schema, value)
    return parsed.success && Object.is(parsed.data, value)
  }
}

function among(values: readonly unknown[]): Exact {
  const all = new Set(values)
  return (value) => all.has(value)
}

function nullable(inner: Exact): Exact {
  return (value) => value === null || inner(value)
}

function listed(element: Exact): Exact {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (let at = 0; at < value.length; at += 1) if (!element(value[at])) return false
    return true
  }
}

function record(key: Exact, member: Exact): Exact {
  return (value) => {
    if (!isPlain(value)) return false
    for (const name in value) if (name === '__proto__' || !key(name) || !member(value[name])) return false
    return true
  }
}

interface Member {
  name: string
  optional: boolean
  exact: Exact
}

function object(shape: Record<string, z.core.$ZodType>): Exact {
  const members = Object.entries(shape).map(([name, schema]) => memberOf(name, schema))
  return (value) => isPlain(value) && hasExactly(members, value)
}

function memberOf(name: string, schema: z.core.$ZodType): Member {
  const { type, innerType } = definition(schema)
  if (type === 'optional' && innerType) return { name, optional: true, exact: exactly(innerType) }
  return { name, optional: false, exact: exactly(schema) }
}

/** Walks members and shape side by side: looking members up by name would cost as much as the copy. */
function hasExactly(members: Member[], value: Record<string, unknown>): boolean {
  let at = 0
  for (const name in value) {
    let member = members[at]
    while (member !== undefined && member.name !== name && member.optional) member = members[(at += 1)]
    if (member === undefined || member.name !== name || !member.exact(value[name])) return false
    at += 1
  }
  for (; at < members.length; at += 1) if (members[at]?.optional !== true) return false
  return true
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
