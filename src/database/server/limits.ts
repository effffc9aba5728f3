import type { ClientBase } from 'pg'

/**
 * How long the server lets a connection of ours work or wait, in milliseconds. 0 leaves it to the server, and infinite
 * is no limit.
 */
export interface TimeLimits {
  /** One statement. */
  statement: number
  /** Waiting for one lock. */
  lock: number
  /** A transaction in which nothing is sent. */
  idleInTransaction: number
}

/** The defaults of the settings; `lock` is far below the time that a request waits for a connection. */
export const TIME_LIMITS: TimeLimits = { statement: 30_000, lock: 5000, idleInTransaction: 60_000 }

/** For migrations, which may rewrite a table: without limits, whatever those of the server are. */
export const UNLIMITED: TimeLimits = { statement: Infinity, lock: Infinity, idleInTransaction: Infinity }

/** Setting them takes no longer on a server that answers at all. */
const SET_WITHIN = 5000

/**
 * The statement that sets the limits of a session; null when there is nothing to set. It is sent after connecting,
 * because poolers such as PgBouncer refuse connections with parameters that they don't know.
 */
export function limitsStatement({ statement, lock, idleInTransaction }: TimeLimits): string | null {
  const given = [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idleInTransaction],
  ] as const
  const set = given.filter(([, ms]) => ms > 0)
  if (set.length === 0) return null
  return set.map(([name, ms]) => `set ${name} = ${ms === Infinity ? 0 : ms}`).join('; ')
}

/**
 * Our statements take milliseconds, and compiling one takes a second: where the planner thinks one dear, an answer of
 * many portions would wait for it at each of them.
 */
const UNCOMPILED = 'set jit = off'

/** Makes a new connection keep to the limits, and compile nothing; rejects when it does not answer. */
export function limitSession(limits: TimeLimits): (client: ClientBase) => Promise<void> {
  const text = limitsStatement(limits)
  return async (client) => {
    if (text === null) return
    const query = { text: `${text}; ${UNCOMPILED}`, query_timeout: SET_WITHIN }
    await client.query(query)
  }
}
