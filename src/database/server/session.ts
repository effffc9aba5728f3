import type { ClientBase } from 'pg'
import type { Pooler } from '../../config/database-address.ts'
import type { Logger } from '../../telemetry/log.ts'
import { limitSettings, setLocally, UNCOMPILED, type TimeLimits } from './limits.ts'
import type { ClientStep } from './wrap-client.ts'

/** For preparing a session. */
const PREPARE_TIMEOUT_MS = 5000
const BEGIN = /^\s*(begin|start transaction)\b[^;]*$/i

/** Connections behind a transaction pooler, whose session changes with each transaction. */
const pooledClients = new WeakSet<object>()

/** Whether a connection is behind a pooler, so that no setting or named statement may remain in its session. */
export function isPooled(client: object): boolean {
  return pooledClients.has(client)
}

/**
 * Sets time limits and disables JIT on a new connection; rejects if it does not answer. Uses a statement because
 * PgBouncer rejects unknown connection parameters. Has no effect behind a pooler, where the process id differs.
 */
export function prepareSession(
  limits: TimeLimits,
  pooler: Pooler,
  log: Logger | null,
): (client: ClientBase) => Promise<void> {
  const settings = [...limitSettings(limits), UNCOMPILED]
  const set = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')
  let reported = false
  return async (client) => {
    const direct = pooler === 'none' ? 'true' : `pg_backend_pid() = ${readServerProcessId(client) ?? 0}`
    if (pooler !== 'transaction') {
      const query = { text: `select ${set} where ${direct}`, query_timeout: PREPARE_TIMEOUT_MS }
      if ((await client.query(query)).rows.length > 0) return
    }
    pooledClients.add(client)
    if (!reported) {
      log?.info(
        'the database is behind a pooler: statements are not prepared, and limits are set in each transaction',
      )
    }
    reported = true
  }
}

/**
 * Sets the limits in each transaction of a pooled connection; statements outside transactions use the role's limits.
 */
export function limitTransactions(limits: TimeLimits): ClientStep {
  const set = setLocally([...limitSettings(limits), UNCOMPILED])
  return (next) =>
    (...args) => {
      const [text] = args
      const begins = typeof text === 'string' && BEGIN.test(text)
      return next(...(begins ? [`${text}; ${set}`] : args))
    }
}

/** The server process id of a connection; a pooler invents a number. */
export function readServerProcessId(client: object): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}
