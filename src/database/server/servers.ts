import { Client, type ClientConfig } from 'pg'
import { toDriverUrl } from '../../config/database-tls.ts'

/** A server that does not answer within this time is skipped. */
const RESPONSE_TIMEOUT_MS = 3000
/** PostgreSQL's code for a database that accepts no connections yet. */
const CANNOT_CONNECT_NOW = '57P03'

/** Chooses the server of new connections. */
export interface ServerChooser {
  /** The server that accepted writes at the last check. Rejects if none does. */
  choose: () => Promise<string>
  /** Makes the next choice check all servers again. */
  invalidate: () => void
}

/** Creates a chooser for these servers; it checks them again after every closed connection. */
export function createServerChooser(servers: readonly string[]): ServerChooser {
  let chosen: Promise<string> | null = null
  const invalidate = () => void (chosen = null)
  return {
    choose: async () => {
      chosen ??= findWritable(servers)
      try {
        return await chosen
      } catch (error) {
        invalidate()
        throw error
      }
    },
    invalidate,
  }
}

/**
 * Finds the server that accepts writes: all are queried concurrently, and the first wins. A single one is not queried.
 * Rejects with PostgreSQL's 57P03 if none does.
 */
export async function findWritable(servers: readonly string[]): Promise<string> {
  const [only = ''] = servers
  if (servers.length === 1) return only
  try {
    return await Promise.any(servers.map(assertWritable))
  } catch (cause) {
    const error = new Error(`none of ${servers.length} servers accepts writes`, { cause })
    throw Object.assign(error, { code: CANNOT_CONNECT_NOW })
  }
}

async function assertWritable(server: string): Promise<string> {
  const client = new Client({
    connectionString: toDriverUrl(server),
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const query = { text: 'show transaction_read_only', query_timeout: RESPONSE_TIMEOUT_MS }
    const { rows } = await client.query<{ transaction_read_only: string }>(query)
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it accepts no writes')
    return server
  } finally {
    // Not awaited: a silent server would not answer.
    void client.end().catch(() => undefined)
  }
}

/** Creates a client class that connects to the chosen server; a failed connection makes the next one choose again. */
export function createClientClass(chooser: ServerChooser): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      this.on('end', chooser.invalidate)
    }

    override connect(): Promise<Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      const connected = this.#reach()
      if (!callback) return connected
      connected.then(
        () => Reflect.apply(callback, undefined, []),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    }

    async #reach(): Promise<Client> {
      const { hostname, port } = new URL(await chooser.choose())
      Object.assign(this, { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 5432) })
      try {
        return await super.connect()
      } catch (error) {
        chooser.invalidate()
        throw error
      }
    }
  }
}
