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

/** The settings of a session that keep it to these limits, by name; `0` is no limit. Those left to the server are not in it. */
export function limitSettings({ statement, lock, idleInTransaction }: TimeLimits): [string, string][] {
  const given = [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idleInTransaction],
  ] as const
  return given.filter(([, ms]) => ms > 0).map(([name, ms]) => [name, String(ms === Infinity ? 0 : ms)])
}

/**
 * Our statements take milliseconds, and compiling one takes a second: where the planner thinks one dear, an answer of
 * many portions would wait for it at each of them.
 */
export const UNCOMPILED: [string, string] = ['jit', 'off']

/** The statements that set these for the transaction in which they are sent. */
export function setLocally(settings: readonly [string, string][]): string {
  return settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')
}
