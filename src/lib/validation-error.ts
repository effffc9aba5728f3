import type { z } from 'zod'
import { DomainError, formatFieldLabel, notFoundError } from '../errors.ts'
import { isRecord, readValueAt } from './json-values.ts'
import './value-messages.ts'

/** The roles of input members: path parameters, query parameters and wrappers. They decide which error is returned. */
export interface InputRoles {
  pathParameters: readonly string[]
  queryParameters: readonly string[]
  /** Members that contain the operation's object: if one is absent or not an object, the error is a 400. */
  wrappers: readonly string[]
  /** Other members whose absence is a 400 (rule E-3). */
  required: readonly string[]
}

/**
 * Turns zod issues into an error (rules E-2, E-3 and E-4). An invalid path id is a 404, an absent wrapper or required
 * query parameter a 400. Every other value is a 422 that names the field.
 */
export function toValidationError(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  roles: InputRoles,
): DomainError {
  const names = issues.map((issue) => String(issue.path[0] ?? ''))
  if (names.some((name) => roles.pathParameters.includes(name))) return notFoundError()
  const members = isRecord(input) ? input : {}
  const oversized = issues.filter((issue) => isOversized(readValueAt(members, issue.path)))
  if (oversized.length > 0) return createInvalidValuesError(oversized, roles)
  const absent = issues.find((issue) => isAbsent(issue, members, roles))
  return absent
    ? createMissingParameterError(String(absent.path[0]))
    : createInvalidValuesError(issues, roles)
}

/** Creates the 400 for an absent parameter or wrapper (rule E-3). */
export function createMissingParameterError(name: string): DomainError {
  const message = `The parameter ${name} is missing.`
  return new DomainError('malformed', 'parameter_missing', message, { members: { parameter: name } })
}

function createInvalidValuesError(issues: readonly z.core.$ZodIssue[], roles: InputRoles): DomainError {
  // A map, because a member may have the name of an object property, such as `constructor`.
  const byField = new Map<string, Set<string>>()
  for (const issue of removeLimitsOfMistyped(issues)) {
    const field = toFieldPath(issue, roles)
    byField.set(field, (byField.get(field) ?? new Set()).add(issue.message))
  }
  const fields = [...byField].map(([field, texts]): [string, string[]] => [field, [...texts]])
  const messages = fields.flatMap(([field, texts]) =>
    texts.map((text) => `${formatFieldLabel(field)} ${text}`),
  )
  const errors = Object.fromEntries(fields)
  return new DomainError('invalid', 'validation', messages.join('; '), {
    title: 'Invalid values',
    messages,
    errors,
  })
}

/** Drops the length issues of values with a wrong type: zod also checks a text against the limits of a list. */
function removeLimitsOfMistyped(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const formatPath = (issue: z.core.$ZodIssue) => issue.path.map(String).join('.')
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(formatPath))
  return issues.filter((issue) => issue.code === 'invalid_type' || !mistyped.has(formatPath(issue)))
}

function isAbsent(issue: z.core.$ZodIssue, members: Record<string, unknown>, roles: InputRoles): boolean {
  if (issue.path.length !== 1) return false
  const name = String(issue.path[0])
  if (roles.wrappers.includes(name)) return !isRecord(members[name])
  return (
    members[name] === undefined && (roles.required.includes(name) || roles.queryParameters.includes(name))
  )
}

/** True for a file over its limit: it was not read, nor were the other fields, so report only the file (rule E-11). */
function isOversized(value: unknown): boolean {
  return isRecord(value) && value['content'] === null && typeof value['filename'] === 'string'
}

function toFieldPath(issue: z.core.$ZodIssue, roles: InputRoles): string {
  const path = issue.path.map(String)
  if (path.length > 1 && path[0] !== undefined && roles.wrappers.includes(path[0])) path.shift()
  return path.join('.') || 'body'
}
