import { ConnectionException } from '@mikro-orm/core'
import { DomainError } from '../errors.ts'

/**
 * Maps a database error to a DomainError: a violated constraint, such as after concurrent writes, or an unavailable
 * database. Null for other errors.
 */
export function mapDatabaseError(cause: unknown): DomainError | null {
  const code = readErrorCode(cause)
  const refusal = code === null ? undefined : ERRORS[code]
  if (refusal) return new DomainError(...refusal)
  const limit = code === null ? undefined : LIMITS[code]
  if (limit) return createUnavailableError(cause, ...(wasCancelled(cause) ? CANCELLED : limit))
  if (isUnreachable(cause)) return createUnavailableError(cause)
  return code?.startsWith('RW') ? new DomainError(...INVALID_STATE) : null
}

const INVALID_STATE = ['invalid', 'state.refused', 'This combination of values is not allowed.'] as const
const BUSY = ['conflict', 'conflict.busy', 'Another change was under way. Please try again.'] as const
const DEADLOCK = '40P01'
const DUPLICATE = '23505'

/** By PostgreSQL's error code. */
const ERRORS: Record<string, readonly ['invalid' | 'conflict', string, string]> = {
  [DUPLICATE]: ['conflict', 'conflict.duplicate', 'Another record with these values was stored first.'],
  '23503': ['conflict', 'conflict.reference', 'A record this change depends on is gone or in use.'],
  '23514': INVALID_STATE,
  [DEADLOCK]: BUSY,
  RW001: ['invalid', 'component.released', 'A released component is read-only.'],
}

const STATEMENT = ['database.statement_timeout', 'The database took too long. Please try again.'] as const
const LOCK = ['database.lock_timeout', 'Someone else is changing this. Please try again.'] as const
const IDLE = ['database.idle_timeout', 'The request took too long. Please try again.'] as const
const OUT_OF_SPACE = [
  'database.no_room',
  'The database is out of disk space or memory. Please try again later.',
] as const
const CANCELLED = ['database.cancelled', 'The database canceled the request. Please try again.'] as const

/**
 * By PostgreSQL's error code: time limits (src/database/server/limits.ts), and exhausted disk, memory or other
 * resources.
 */
const LIMITS: Record<string, readonly [string, string]> = {
  '57014': STATEMENT,
  '55P03': LOCK,
  '25P03': IDLE,
  '25P04': IDLE,
  '53100': OUT_OF_SPACE,
  '53200': OUT_OF_SPACE,
  '53400': OUT_OF_SPACE,
}

/** A canceled statement has the same code as a timeout; the English message distinguishes them. */
function wasCancelled(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('due to user request')
}

/** Whether an error is a unique violation; also from a statement that failed at commit. */
export function isDuplicate(cause: unknown): boolean {
  return readErrorCode(cause) === DUPLICATE
}

/** Whether an error is a deadlock. */
export function isDeadlock(cause: unknown): boolean {
  return readErrorCode(cause) === DEADLOCK
}

/**
 * PostgreSQL codes: connection lost, shutting down or starting, too many connections, a standby behind the address, a
 * database that accepts no connections.
 */
const AWAY_CODES = /^(08...|57P0.|53300|25006|55000)$/
const NETWORK_CALLS = ['connect', 'read', 'write', 'getaddrinfo']
/** Messages of the driver and its pool that have no code. */
const AWAY_MESSAGES =
  /^(connection terminated|timeout exceeded when trying to connect|timeout expired|client (was closed|has encountered a connection error))/i

/** Whether the database cannot be reached, as opposed to a failed statement. */
function isUnreachable(cause: unknown): boolean {
  if (cause instanceof ConnectionException) return true
  const code = readErrorCode(cause)
  if (code !== null) return AWAY_CODES.test(code) || isNetworkError(cause)
  return cause instanceof Error && AWAY_MESSAGES.test(cause.message)
}

/** Network errors have a `syscall`; several refused addresses are an AggregateError. */
function isNetworkError(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isNetworkError)
  return cause instanceof Error && 'syscall' in cause && NETWORK_CALLS.includes(String(cause.syscall))
}

/** Creates the 503 for an error that may be temporary, with the driver's error as cause for the log. */
function createUnavailableError(
  cause: unknown,
  reason = 'service_unavailable',
  message = 'The database is not available. Please try again.',
): DomainError {
  const refusal = new DomainError('unavailable', reason, message, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}

function readErrorCode(cause: unknown): string | null {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return null
  return typeof cause.code === 'string' ? cause.code : null
}
