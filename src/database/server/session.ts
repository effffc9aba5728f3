import { Client, type ClientBase } from 'pg'
import type { Logger } from '../../log.ts'
import type { Queryable } from '../statements/prepared.ts'
import type { Pooler } from './address.ts'
import { limitSettings, setLocally, UNCOMPILED, type TimeLimits } from './limits.ts'
import { forDriver } from './tls.ts'

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
    if (!told)
      log?.info('the database is behind a pooler: statements get no names, and each transaction its limits')
    told = true
  }
}

/** Has each transaction of a pooled connection keep to the limits; its other statements have those of the role. */
export function limitTransactions(limits: TimeLimits): (client: Queryable) => void {
  const set = setLocally([...limitSettings(limits), UNCOMPILED])
  return (client) => {
    const original: unknown = client.query
    if (typeof original !== 'function') return
    client.query = (...given: unknown[]): unknown => {
      const [text] = given
      const begins = typeof text === 'string' && BEGIN.test(text)
      return Reflect.apply(original, client, begins ? [`${text}; ${set}`] : given)
    }
  }
}

/** Whether a new connection to this address is served by another process than it was told. */
export async function isBehindPooler(url: string): Promise<boolean> {
  const client = new Client({ connectionString: forDriver(url), connectionTimeoutMillis: PREPARED_WITHIN })
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== processOf(client)
  } finally {
    await client.end()
  }
}

/** The process of the server that a connection was told of; a pooler makes up a number. */
export function processOf(client: object): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}
