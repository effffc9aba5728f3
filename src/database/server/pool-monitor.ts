import type { Pool, PoolClient } from 'pg'
import type { Logger } from '../../telemetry/log.ts'
import type { DatabaseFigures } from '../database.ts'
import type { TimeLimits } from './limits.ts'
import { readServerProcessId } from './session.ts'
import type { ClientStep } from './wrap-client.ts'

/** A connection that has ended is reclaimed from its holder after this time, in milliseconds. */
const ENDED_MS = 5000
/** The limits of the server get this much time before the monitor acts. */
const GRACE_MS = 5000
/** A full pool is stuck if none of its connections has answered for this time. */
const STUCK_MS = 3000
const CHECK_INTERVAL_MS = 1000

/** State of a connection that is in use. */
interface ClientState {
  runningStatements: number
  /** When the last statement began or ended. */
  lastActivity: number
  /** Whether the server warned that a standby may not have the last commit. */
  commitUncertain: boolean
  /** When the connection ended. */
  endedAt: number | null
}

/** `available`: a connection is free; `busy`: all are in use; `stuck`: all are in use, and none of them answers. */
export type PoolState = 'available' | 'busy' | 'stuck'

/** Monitors the connections of one pool. */
export interface PoolMonitor {
  readState: () => PoolState
  countConnections: () => DatabaseFigures
  /** Returns the step for the statements of a new client. Call it once per client. */
  trackClient: (client: PoolClient) => ClientStep
  stop: () => void
}

/**
 * Removes broken connections from a pool, and logs each one that it reclaims. Broken means: ended by the server,
 * released within a transaction, held for 5 seconds after its end, or over the limits for statements and idle
 * transactions.
 */
export function monitorPool(pool: Pool, limits: TimeLimits, log: Logger | null): PoolMonitor {
  const states = new Map<PoolClient, ClientState>()
  let lastAnswer = performance.now()
  pool.on('acquire', (client) => {
    states.set(client, {
      runningStatements: 0,
      lastActivity: performance.now(),
      commitUncertain: false,
      endedAt: null,
    })
  })
  pool.on('release', (_, client) => {
    states.delete(client)
    // The pool drops clients that are ending.
    if (client.getTransactionStatus() !== 'I') void client.end()
  })
  const timer = checkPeriodically(states, limits, log)
  return {
    readState: () => {
      if (pool.idleCount > 0 || pool.totalCount < (pool.options.max ?? 0)) return 'available'
      return performance.now() - lastAnswer < STUCK_MS ? 'busy' : 'stuck'
    },
    countConnections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      limit: pool.options.max ?? 0,
      waiting: pool.waitingCount,
    }),
    trackClient: (client) =>
      trackClient(
        client,
        () => states.get(client),
        () => void (lastAnswer = performance.now()),
      ),
    stop: () => clearInterval(timer),
  }
}

function checkPeriodically(
  states: Map<PoolClient, ClientState>,
  limits: TimeLimits,
  log: Logger | null,
): NodeJS.Timeout {
  let lastCheck = performance.now()
  const check = (): void => {
    const now = performance.now()
    const wasPaused = now - lastCheck > 2 * CHECK_INTERVAL_MS
    lastCheck = now
    // If the complete process was paused, answers of the server are still unread.
    if (wasPaused) return
    for (const [client, state] of states) {
      const reason = findReclaimReason(state, now, limits)
      if (reason === null) continue
      log?.error(
        { why: reason, pid: readServerProcessId(client) },
        'a broken database connection was reclaimed',
      )
      state.lastActivity = now
      if (state.runningStatements > 0) void client.end()
      else reclaim(client, reason)
    }
  }
  return setInterval(check, CHECK_INTERVAL_MS).unref()
}

function findReclaimReason(
  { runningStatements, lastActivity, endedAt }: ClientState,
  now: number,
  limits: TimeLimits,
): string | null {
  if (endedAt !== null && now - Math.max(endedAt, lastActivity) > ENDED_MS) return 'it has ended'
  const limit = runningStatements > 0 ? limits.statement : limits.idleInTransaction
  if (limit === 0 || now - lastActivity <= limit + GRACE_MS) return null
  return runningStatements > 0 ? 'its statement is overdue' : 'its holder is silent'
}

/** Releases a client in place of its holder, whose own release then has no effect. */
function reclaim(client: PoolClient, reason: string): void {
  const release = client.release.bind(client)
  client.release = () => undefined
  release(new Error(reason))
}

function trackClient(
  client: PoolClient,
  getState: () => ClientState | undefined,
  onAnswer: () => void,
): ClientStep {
  let endError: unknown = null
  client.on('error', (error) => void (endError ??= error))
  client.on('end', () => {
    const state = getState()
    if (state) state.endedAt = performance.now()
  })
  client.on('notice', ({ message }) => {
    const state = getState()
    if (state && COMMIT_UNCERTAIN.test(message ?? '')) state.commitUncertain = true
  })
  const track = async (answer: Promise<unknown>): Promise<unknown> => {
    const state = getState()
    if (state) countStatement(state, 1)
    try {
      const result = await answer
      onAnswer()
      if (state?.commitUncertain) {
        state.commitUncertain = false
        throw new UncertainCommit()
      }
      return result
    } catch (error) {
      if (endsSession(error)) void client.end()
      // The limit on idle transactions ends a session between statements: the next one fails with its error.
      throw isNotQueryable(error) && endError !== null ? endError : error
    } finally {
      if (state) countStatement(state, -1)
    }
  }
  return (next) =>
    (...args) => {
      const answer = next(...args)
      return answer instanceof Promise ? track(answer) : answer
    }
}

function countStatement(state: ClientState, change: 1 | -1): void {
  state.runningStatements += change
  state.lastActivity = performance.now()
}

/** The server's warning when a commit did not wait for its standby. */
const COMMIT_UNCERTAIN = /^canceling wait for synchronous replication/

/** Thrown for a commit that may not have reached the standby: it must not be reported as stored. */
class UncertainCommit extends Error {
  /** PostgreSQL's `transaction_resolution_unknown`. */
  readonly code = '08007'
  constructor() {
    super('a commit is not known to have reached a standby')
  }
}

/** Codes that end a session: shutdown, terminated by an administrator, idle for too long, now a standby. */
const SESSION_ENDS = /^(57P0[1-5]|25P0[34]|25006)$/

function endsSession(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SESSION_ENDS.test(String(error.code))
}

function isNotQueryable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('is not queryable')
}
