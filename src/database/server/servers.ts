import { Client, type ClientConfig } from 'pg'
import { forDriver } from '../../config/database-tls.ts'

/** A server that does not answer within this time is passed over. */
const ANSWER_WITHIN = 3000
/** What a database answers that accepts no connections yet: as one that is away. */
const CANNOT_CONNECT_NOW = '57P03'

/** Where a connection is to go to, when there are several servers. */
export interface Chooser {
  /** The server that took writes when they were asked last. Rejects when none does. */
  choose: () => Promise<string>
  /** Has the next choice ask all of them. */
  doubt: () => void
}

/** Chooses among these servers, which are asked again after every connection that ended. */
export function chooserOf(servers: readonly string[]): Chooser {
  let chosen: Promise<string> | null = null
  const doubt = () => void (chosen = null)
  return {
    choose: async () => {
      chosen ??= writable(servers)
      try {
        return await chosen
      } catch (error) {
        doubt()
        throw error
      }
    },
    doubt,
  }
}

/**
 * The one of these servers that takes writes now: all are asked at once, and the first that says so is it. A lone one is
 * not asked. Rejects when none does, as a server would that is away.
 */
export async function writable(servers: readonly string[]): Promise<string> {
  const [only = ''] = servers
  if (servers.length === 1) return only
  try {
    return await Promise.any(servers.map(takesWrites))
  } catch (cause) {
    const error = new Error(`none of ${servers.length} servers takes writes`, { cause })
    throw Object.assign(error, { code: CANNOT_CONNECT_NOW })
  }
}

async function takesWrites(server: string): Promise<string> {
  const client = new Client({ connectionString: forDriver(server), connectionTimeoutMillis: ANSWER_WITHIN })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const asked = { text: 'show transaction_read_only', query_timeout: ANSWER_WITHIN }
    const { rows } = await client.query<{ transaction_read_only: string }>(asked)
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it takes no writes')
    return server
  } finally {
    // One that is silent does not answer a farewell either.
    void client.end().catch(() => undefined)
  }
}

/** Connections that go where the chooser says; one that cannot be made has the next ask again. */
export function clientsTo(chooser: Chooser): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      this.on('end', chooser.doubt)
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
        chooser.doubt()
        throw error
      }
    }
  }
}
