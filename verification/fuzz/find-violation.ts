import { CANARY } from '../../test/support/canaries.ts'
import type { Checker } from '../../test/support/conformance.ts'
import { BY_HAND } from '../../test/support/matrix-expectations.ts'
import { toCells, listDeclared } from '../../test/support/matrix.ts'
import type { Operation } from '../../test/support/openapi.ts'
import type { Caller } from './callers.ts'
import type { FuzzAnswer } from './request.ts'
import { ALWAYS_SECRET, extractText, findSecrets, type Secret } from './secrets.ts'

/** The violation in an answer, for any request; null without one. */
export function findViolation(
  answer: FuzzAnswer,
  caller: Caller,
  secrets: readonly Secret[],
  logged: readonly string[],
): string | null {
  const { status, bytes, headers } = answer
  if (status >= 500) {
    return `answered ${status} ${answer.text.slice(0, 300)}\n    ${logged.join('\n    ').slice(0, 3000)}`
  }
  const text = `${extractText(bytes)}\n${formatHeaders(headers)}`
  if (!caller.system && text.toLowerCase().includes(CANARY)) return `revealed hidden data: ${cutAround(text)}`
  const [secret] = findSecrets(text, [...ALWAYS_SECRET, ...secrets])
  if (secret !== undefined) return `revealed a secret: ${text.slice(0, 300)}`
  return findLogViolation(logged, secrets)
}

/** Patterns that a log line must not contain. */
export function findLogViolation(logged: readonly string[], secrets: readonly Secret[]): string | null {
  for (const line of logged) {
    if (findSecrets(line, [...ALWAYS_SECRET, ...secrets]).length > 0) {
      return `logged a secret: ${line.slice(0, 500)}`
    }
    if (line.toLowerCase().includes(CANARY)) return `logged hidden data: ${line.slice(0, 500)}`
    if (/"level":"?(50|60|error|fatal)/.test(line)) return `logged an error: ${line.slice(0, 2000)}`
  }
  return null
}

/** Further violations in the answer of an operation. */
export function findAnswerViolation(
  check: Checker,
  operation: Operation,
  answer: FuzzAnswer,
  caller: Caller,
): string | null {
  if (answer.status < 300 && !isAllowed(operation, caller)) {
    return `let ${caller.name} in: ${answer.text.slice(0, 200)}`
  }
  if (answer.status < 300 && answer.headers.get('content-type')?.startsWith('text/event-stream')) return null
  try {
    check(operation, answer)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether the declared access allows a caller; true if more than a role decides. */
function isAllowed({ method, path }: Operation, { column, scope }: Caller): boolean {
  const declaration = DECLARED.get(`${method} ${path}`)
  if (!declaration) throw new Error(`no access is declared for ${method} ${path}`)
  const { key, needs, record, tokens } = declaration
  if (tokens === 'pub') return true
  if (column === 'anonymous') return false
  if (scope !== null && tokens === 'no') return false
  if (scope !== null && scope !== 'admin' && scope !== (tokens === 'r' ? 'read' : 'write')) return false
  const cells = key in BY_HAND ? null : toCells(needs, record)
  return cells === null || cells[column] === 'Y'
}

const DECLARED = new Map(listDeclared().map((each) => [each.key, each]))

/** The headers of an answer except cookies, which belong to the caller. */
function formatHeaders(headers: Headers): string {
  return [...headers]
    .flatMap(([name, value]) => (name === 'set-cookie' ? [] : [`${name}: ${value}`]))
    .join('\n')
}

function cutAround(text: string): string {
  const offset = text.toLowerCase().indexOf(CANARY)
  return text.slice(Math.max(0, offset - 200), offset + 60)
}
