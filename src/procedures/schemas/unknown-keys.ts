import { TRPCError } from '@trpc/server'
import { ZodRealError, type z } from 'zod'
import { isRecord } from '../../lib/json-values.ts'

export type KnownKeys = Record<string, 'object' | 'other'>

/** The input of an operation: which members are objects, and the schema of each. */
export interface InputKeys {
  members: KnownKeys
  shape: Record<string, z.core.$ZodType>
}

/** The input of an unknown procedure. */
export const NO_INPUT: InputKeys = { members: {}, shape: {} }

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  options?: readonly z.core.$ZodType[]
}

/** The one object whose members are named with it in errors: `filter.component_id`. */
export const NARROWING = 'filter'

/** Prefix for a query parameter of an operation that takes its input in the body. */
export const IN_QUERY = '?'

const readDefinition = (schema: z.core.$ZodType) => schema._zod.def as Definition

/**
 * Paths of members that the schema does not define, also in nested objects and lists. Of a union, the option with the
 * fewest unknown keys counts. Values of the wrong type are left to the schema.
 */
export function findUnknownKeys(schema: z.core.$ZodType, value: unknown, path: string[] = []): string[][] {
  const { type, shape, element, valueType, options, innerType, in: first, out } = readDefinition(schema)
  if (type === 'object' && shape) return isRecord(value) ? findUnknownKeysIn(shape, value, path) : []
  if (type === 'array' && element) {
    if (!Array.isArray(value)) return []
    return value.flatMap((member: unknown, index) =>
      findUnknownKeys(element, member, [...path, String(index)]),
    )
  }
  if (type === 'record' && valueType) {
    if (!isRecord(value)) return []
    return Object.entries(value).flatMap(([name, member]) =>
      findUnknownKeys(valueType, member, [...path, name]),
    )
  }
  if (options) {
    const fitting = isRecord(value) ? options.filter((option) => readDefinition(option).shape) : options
    const [fewest = []] = fitting
      .map((option) => findUnknownKeys(option, value, path))
      .toSorted((a, b) => a.length - b.length)
    return fewest
  }
  const inner = innerType ?? (first && readDefinition(first).type === 'transform' ? out : first)
  return inner ? findUnknownKeys(inner, value, path) : []
}

/** Paths of members of an input that the shape does not define. */
export function findUnknownKeysIn(
  shape: Record<string, z.core.$ZodType>,
  value: Record<string, unknown>,
  path: string[] = [],
): string[][] {
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    return known ? findUnknownKeys(known, member, [...path, name]) : [[...path, name]]
  })
}

/**
 * Creates one issue per unknown member: anywhere if `strict`, otherwise only in `filter`, because a misspelled filter
 * selects more than intended (rule E-6).
 */
export function findUnknownIssues(
  shape: Record<string, z.core.$ZodType>,
  input: unknown,
  strict: boolean,
): z.core.$ZodIssue[] {
  if (!isRecord(input)) return []
  return findUnknownKeysIn(shape, strict ? input : pickFilter(shape, input)).map((path) => {
    const [first = '', ...others] = path
    const inQuery = first.startsWith(IN_QUERY)
    const message = inQuery ? 'is not allowed in the query' : 'is unknown here'
    return { code: 'custom', path: [inQuery ? first.slice(1) : first, ...others], message, input: undefined }
  })
}

function pickFilter(
  shape: Record<string, z.core.$ZodType>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  return Object.hasOwn(shape, NARROWING) ? { [NARROWING]: input[NARROWING] } : {}
}

/** Throws a validation error for unknown members; `strict` as in `findUnknownIssues`. */
export function assertNoUnknownKeys(
  shape: Record<string, z.core.$ZodType>,
  input: unknown,
  strict: boolean,
): void {
  const issues = findUnknownIssues(shape, input, strict)
  if (issues.length > 0) throw new TRPCError({ code: 'BAD_REQUEST', cause: new ZodRealError(issues) })
}
