import type { ClientBase } from 'pg'
import type { Pooler } from '../../config/database-address.ts'
import type { Logger } from '../../telemetry/log.ts'
import { limitSettings, setLocally, UNCOMPILED, type TimeLimits } from './limits.ts'
import type { ClientStep } from './wrap-client.ts'

/** Preparing a session takes no longer on a server that answers at all. */
const PREPARED_WITHIN = 5000
const BEGIN = /^\s*(begin|start transaction)\b[^;]*$/i

/** The connections whose session is another one in each transaction. */
const pooled = new WeakSet<object>()

/** Whether nothing may be left in the session of this connection: no setting, and no named statement. */
export function isPooled(client: object): boolean {
  return pooled.has(client)
}

/**
 * Makes a new connection keep to the limits, and compile nothing; rejects when it does not answer. All is one
 * statement, because poolers such as PgBouncer refuse connections with parameters that they don't know; and it does
 * nothing where the process that serves it is not the one that the connection was told of, as behind a pooler.
 */
export function prepareSession(
  limits: TimeLimits,
  pooler: Pooler,
  log: Logger | null,
): (client: ClientBase) => Promise<void> {
  const settings = [...limitSettings(limits), UNCOMPILED]
  const set = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')
  let told = false
  return async (client) => {
    const direct = pooler === 'none' ? 'true' : `pg_backend_pid() = ${processOf(client) ?? 0}`
    if (pooler !== 'transaction') {
      const query = { text: `select ${set} where ${direct}`, query_timeout: PREPARED_WITHIN }
      if ((await client.query(query)).rows.length > 0) return
    }
    pooled.add(client)
    if (!told) {
      log?.info('the database is behind a pooler: statements get no names, and each transaction its limits')
    }
    told = true
  }
}

/** Sets the limits in each transaction of a pooled connection; its other statements have those of the role. */
export function limitTransactions(limits: TimeLimits): ClientStep {
  const set = setLocally([...limitSettings(limits), UNCOMPILED])
  return (next) =>
    (...given) => {
      const [text] = given
      const begins = typeof text === 'string' && BEGIN.test(text)
      return next(...(begins ? [`${text}; ${set}`] : given))
    }
}

/** The process of the server that a connection was told of; a pooler makes up a number. */
export function processOf(client: object): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}
