/** Time limits of a connection, in milliseconds. 0 uses the server's setting; Infinity disables the limit. */
export interface TimeLimits {
  /** One statement. */
  statement: number
  /** Waiting for one lock. */
  lock: number
  /** A transaction without a running statement. */
  idleInTransaction: number
}

/** Default limits; `lock` is far below the time that a request waits for a connection. */
export const TIME_LIMITS: TimeLimits = { statement: 30_000, lock: 5000, idleInTransaction: 60_000 }

/** No limits, for migrations, which may rewrite a table. */
export const UNLIMITED: TimeLimits = { statement: Infinity, lock: Infinity, idleInTransaction: Infinity }

/** PostgreSQL settings for these limits; without those left to the server. */
export function limitSettings({ statement, lock, idleInTransaction }: TimeLimits): [string, string][] {
  const settings = [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idleInTransaction],
  ] as const
  return settings.filter(([, ms]) => ms > 0).map(([name, ms]) => [name, String(ms === Infinity ? 0 : ms)])
}

/** Disables JIT: statements take milliseconds and compiling takes up to a second, for each chunk of a long response. */
export const UNCOMPILED: [string, string] = ['jit', 'off']

/** Creates the statements that set these for the current transaction. */
export function setLocally(settings: readonly [string, string][]): string {
  return settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')
}
