import { ConnectionException } from '@mikro-orm/core'
import { DomainError } from './errors.ts'

/**
 * The refusal that a constraint of the database stands for, when it spoke before our own checks: two writers at
 * once, or a state that must not be. Null when the error is not the database's to explain.
 */
export function databaseRefusal(cause: unknown): DomainError | null {
  const code = errorCode(cause)
  const refusal = code === null ? undefined : REFUSALS[code]
  if (refusal) return new DomainError(...refusal)
  if (isAway(cause)) return unavailable(cause)
  return code?.startsWith('RW') ? new DomainError(...REFUSED_STATE) : null
}

const REFUSED_STATE = ['invalid', 'state.refused', 'This combination of values is not allowed.'] as const
const BUSY = ['conflict', 'conflict.busy', 'Another change was under way. Please try again.'] as const
const DEADLOCK = '40P01'

/** By PostgreSQL's code, which errors carry whether the entity manager or the query builder met them. */
const REFUSALS: Record<string, readonly ['invalid' | 'conflict', string, string]> = {
  '23505': ['conflict', 'conflict.duplicate', 'Another record with these values was stored first.'],
  '23503': ['conflict', 'conflict.reference', 'A record this change depends on is gone or in use.'],
  '23514': REFUSED_STATE,
  [DEADLOCK]: BUSY,
  '55P03': BUSY,
  RW001: ['invalid', 'component.released', 'A released component is read-only.'],
}

/** Whether PostgreSQL ended a transaction because it and another waited for each other. */
export function isDeadlock(cause: unknown): boolean {
  return errorCode(cause) === DEADLOCK
}

/** Classes and codes of PostgreSQL: connection lost, shutting down, no connection left, a standby behind the address. */
const AWAY_CODES = /^(08...|57P0.|53300|25006)$/
const NETWORK_CALLS = ['connect', 'read', 'write', 'getaddrinfo']
/** What the driver and its pool say without a code. */
const AWAY_MESSAGES =
  /^(connection terminated|timeout exceeded when trying to connect|timeout expired|client (was closed|has encountered a connection error))/i

/** Whether an error says that the database cannot be reached, as opposed to a statement it refused. */
function isAway(cause: unknown): boolean {
  if (cause instanceof ConnectionException) return true
  const code = errorCode(cause)
  if (code !== null) return AWAY_CODES.test(code) || isNetworkError(cause)
  return cause instanceof Error && AWAY_MESSAGES.test(cause.message)
}

/** Errors of the network carry the name of the call; several addresses that refused at once are an aggregate. */
function isNetworkError(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isNetworkError)
  return cause instanceof Error && 'syscall' in cause && NETWORK_CALLS.includes(String(cause.syscall))
}

/** The refusal of everything while the database cannot be reached; it carries the driver's error, for the log. */
function unavailable(cause: unknown): DomainError {
  const message = 'The database is away. Please try again.'
  const refusal = new DomainError('unavailable', 'service_unavailable', message, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}

function errorCode(cause: unknown): string | null {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return null
  return typeof cause.code === 'string' ? cause.code : null
}
