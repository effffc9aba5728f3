import { TRPCError } from '@trpc/server'
import { ZodRealError, type z } from 'zod'
import { isRecord } from '../../lib/validation-error.ts'

export type KnownKeys = Record<string, 'object' | 'other'>

/** What an operation takes: which of its members are objects, and the shape of each. */
export interface InputKeys {
  members: KnownKeys
  shape: Record<string, z.core.$ZodType>
}

/** Of a procedure that is not known. */
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

/** An object that is a value like others: its members are told by its name and theirs, `filter.component_id`. */
export const NARROWING = 'filter'

/** How REST marks a parameter that came in the query of an operation whose values belong into the body. */
export const IN_QUERY = '?'

const definition = (schema: z.core.$ZodType) => schema._zod.def as Definition

/**
 * The members of a value that its schema does not name, each by its path, nested objects and lists too. Of several
 * allowed shapes the one counts that knows most. What has another type than its schema says is left to the schema.
 */
export function unknownKeys(schema: z.core.$ZodType, value: unknown, path: string[] = []): string[][] {
  const { type, shape, element, valueType, options, innerType, in: first, out } = definition(schema)
  if (type === 'object' && shape) return isRecord(value) ? unknownKeysIn(shape, value, path) : []
  if (type === 'array' && element) {
    if (!Array.isArray(value)) return []
    return value.flatMap((member: unknown, at) => unknownKeys(element, member, [...path, String(at)]))
  }
  if (type === 'record' && valueType) {
    if (!isRecord(value)) return []
    return Object.entries(value).flatMap(([name, member]) => unknownKeys(valueType, member, [...path, name]))
  }
  if (options) {
    const fitting = isRecord(value) ? options.filter((option) => definition(option).shape) : options
    const [fewest = []] = fitting
      .map((option) => unknownKeys(option, value, path))
      .toSorted((a, b) => a.length - b.length)
    return fewest
  }
  const inner = innerType ?? (first && definition(first).type === 'transform' ? out : first)
  return inner ? unknownKeys(inner, value, path) : []
}

/** The unknown keys in an operation's whole input. */
export function unknownKeysIn(
  shape: Record<string, z.core.$ZodType>,
  value: Record<string, unknown>,
  path: string[] = [],
): string[][] {
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    return known ? unknownKeys(known, member, [...path, name]) : [[...path, name]]
  })
}

/**
 * One issue for each member that an input brings and the operation does not know: anywhere where it is `strict`, else
 * in its `filter` alone, because a misspelled narrowing selects more than was meant (rule E-6).
 */
export function unknownIssues(
  shape: Record<string, z.core.$ZodType>,
  input: unknown,
  strict: boolean,
): z.core.$ZodIssue[] {
  if (!isRecord(input)) return []
  return unknownKeysIn(shape, strict ? input : narrowingOf(shape, input)).map((path) => {
    const [first = '', ...others] = path
    const queried = first.startsWith(IN_QUERY)
    const message = queried ? 'is not taken in the query' : 'is unknown here'
    return { code: 'custom', path: [queried ? first.slice(1) : first, ...others], message, input: undefined }
  })
}

function narrowingOf(
  shape: Record<string, z.core.$ZodType>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  return Object.hasOwn(shape, NARROWING) ? { [NARROWING]: input[NARROWING] } : {}
}

/** Throws what unusable input throws, for members that the operation does not know; `strict` as in `unknownIssues`. */
export function assertNoUnknownKeys(
  shape: Record<string, z.core.$ZodType>,
  input: unknown,
  strict: boolean,
): void {
  const issues = unknownIssues(shape, input, strict)
  if (issues.length > 0) throw new TRPCError({ code: 'BAD_REQUEST', cause: new ZodRealError(issues) })
}
