import type { z } from 'zod'
import { DomainError, label, notFound } from '../errors.ts'
import './value-messages.ts'

/** What the refusal of an input depends on: which members are path, query and wrapper. */
export interface InputRoles {
  pathParameters: readonly string[]
  queryParameters: readonly string[]
  /** Members that hold the operation's object: absent or no object is a 400. */
  wrappers: readonly string[]
  /** Further members whose absence is a 400 (rule E-3). */
  required: readonly string[]
}

/**
 * Turns zod's issues into a refusal (rules E-2, E-3 and E-4): an unusable path id is the constant 404,
 * an absent wrapper or required query parameter a 400, every other value a 422 that names its field.
 */
export function validationError(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  roles: InputRoles,
): DomainError {
  const names = issues.map((issue) => String(issue.path[0] ?? ''))
  if (names.some((name) => roles.pathParameters.includes(name))) return notFound()
  const given = isRecord(input) ? input : {}
  const oversized = issues.filter((issue) => isOversized(valueAt(given, issue.path)))
  if (oversized.length > 0) return invalidValues(oversized, roles)
  const absent = issues.find((issue) => isAbsent(issue, given, roles))
  if (absent) {
    const name = String(absent.path[0])
    return new DomainError('malformed', 'parameter_missing', `The parameter ${name} is missing.`, {
      members: { parameter: name },
    })
  }
  return invalidValues(issues, roles)
}

function invalidValues(issues: readonly z.core.$ZodIssue[], roles: InputRoles): DomainError {
  // A member may be called what every object has, such as `constructor`.
  const byField = new Map<string, Set<string>>()
  for (const issue of withoutLimitsOfMistyped(issues)) {
    const field = fieldOf(issue, roles)
    byField.set(field, (byField.get(field) ?? new Set()).add(issue.message))
  }
  const fields = [...byField].map(([field, texts]): [string, string[]] => [field, [...texts]])
  const messages = fields.flatMap(([field, texts]) => texts.map((text) => `${label(field)} ${text}`))
  const errors = Object.fromEntries(fields)
  return new DomainError('invalid', 'validation', messages.join('; '), {
    title: 'Invalid values',
    messages,
    errors,
  })
}

/** Zod holds text to the bounds of a list that it is not; its type is all that is wrong with it. */
function withoutLimitsOfMistyped(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const at = (issue: z.core.$ZodIssue) => issue.path.map(String).join('.')
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(at))
  return issues.filter((issue) => issue.code === 'invalid_type' || !mistyped.has(at(issue)))
}

function isAbsent(issue: z.core.$ZodIssue, given: Record<string, unknown>, roles: InputRoles): boolean {
  if (issue.path.length !== 1) return false
  const name = String(issue.path[0])
  if (roles.wrappers.includes(name)) return !isRecord(given[name])
  return given[name] === undefined && (roles.required.includes(name) || roles.queryParameters.includes(name))
}

/** A file over its limit was not read, nor were the fields beside it; the file alone is to blame (rule E-11). */
function isOversized(value: unknown): boolean {
  return isRecord(value) && value['content'] === null && typeof value['filename'] === 'string'
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given
  for (const key of path) value = isRecord(value) ? value[String(key)] : undefined
  return value
}

function fieldOf(issue: z.core.$ZodIssue, roles: InputRoles): string {
  const path = issue.path.map(String)
  if (path.length > 1 && path[0] !== undefined && roles.wrappers.includes(path[0])) path.shift()
  return path.join('.') || 'body'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
