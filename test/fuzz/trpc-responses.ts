import { findMeaning } from '../../openapi/reasons.ts'
import type { Caller } from '../../verification/fuzz/callers.ts'
import type { FuzzAnswer } from '../../verification/fuzz/request.ts'
import type { Checker } from '../support/conformance.ts'
import type { Operation } from '../support/openapi.ts'

/** The answer to one call of a request. */
interface CallAnswer {
  status: number
  reason: string | null
  /** The index of the call; null if the answers arrive in the order in which the calls end. */
  at: number | null
  /** Whether the call has a result instead of an error. */
  let: boolean
  /** The result, unless it is streamed. */
  data?: unknown
}

/** Parses the answers of a request: one for each call, or one rejection of all calls. Null for an unknown format. */
export function parseAnswers({ status, headers, body, text }: FuzzAnswer): CallAnswer[] | null {
  if (headers.get('content-type')?.startsWith('text/event-stream')) return []
  if (text === '') return status === 204 || status >= 400 ? [] : null
  if (body === text) return parseLines(text)
  if (Array.isArray(body)) {
    return requireAll(body.map((item: unknown, index) => parseAnswer(item, status, index)))
  }
  return requireAll([parseAnswer(body, status, 0)])
}

/** A streamed batch: each result and each error has its own line, after the lines that reference them. */
function parseLines(text: string): CallAnswer[] | null {
  const lines = text.split('\n').filter((line) => line !== '')
  if (!lines.every(isJson)) return null
  return lines.flatMap((line): CallAnswer[] => {
    const status = /"httpStatus":(\d+)/.exec(line)?.[1]
    if (status !== undefined) return [{ at: null, status: Number(status), reason: null, let: false }]
    return line.includes('"result"') ? [{ at: null, status: 200, reason: null, let: true }] : []
  })
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

function requireAll(answers: (CallAnswer | null)[]): CallAnswer[] | null {
  const known = answers.flatMap((answer) => answer ?? [])
  return known.length === answers.length ? known : null
}

function parseAnswer(value: unknown, status: number, index: number): CallAnswer | null {
  const answer = toMembers(value)
  if ('result' in answer) {
    return { at: index, status, reason: null, let: true, data: toMembers(answer['result'])['data'] }
  }
  // Errors before any call are the same as over REST.
  if (typeof answer['reason'] === 'string') return { at: index, status, reason: answer['reason'], let: false }
  const { httpStatus, reason } = toMembers(toMembers(answer['error'])['data'])
  if (typeof httpStatus !== 'number' || typeof reason !== 'string') return null
  return { at: index, status: httpStatus, reason, let: false }
}

function toMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The violation in the answers to these calls; null without one. */
export function findCallViolation(
  answers: CallAnswer[] | null,
  names: readonly string[],
  caller: Caller,
  isOpen: (name: string) => boolean,
): string | null {
  if (answers === null) return 'answered in no known form'
  for (const answer of answers) {
    const called = answer.at === null ? names : [names[answer.at] ?? '']
    const name = called.join(',')
    if (answer.status >= 500) return `answered ${answer.status} ${answer.reason} to ${name}`
    if (answer.reason !== null && !findMeaning(answer.reason)) return `gave no known reason: ${answer.reason}`
    if (answer.let && caller.identity === 'anonymous' && !called.some(isOpen)) {
      return `let ${name} in without a credential`
    }
  }
  return null
}

/** The violation in the results of one procedure, which have the schema of its REST operation. */
export function findResultViolation(
  answers: readonly CallAnswer[],
  names: readonly string[],
  name: string,
  operation: Operation,
  check: Checker,
): string | null {
  const status = Number(Object.keys(operation.operation.responses).find((code) => code.startsWith('2')))
  const promised = operation.operation.responses[status]
  const [type] = Object.keys(promised?.content ?? {})
  if (type !== 'application/json') return null
  const headers = new Headers({ 'content-type': type, 'x-request-id': 'typed' })
  // The version of a record is in its result, too.
  if (promised?.headers?.['ETag']) headers.set('etag', '"1"')
  for (const { at, data, let: result } of answers) {
    if (!result || at === null || names[at] !== name || data === undefined) continue
    const violation = toViolation(() =>
      check(operation, { status, headers, body: data, text: JSON.stringify(data) }),
    )
    if (violation !== null) return violation
  }
  return null
}

function toViolation(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
