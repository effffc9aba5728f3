import type { QueryOptions, Results } from '@electric-sql/pglite'
import pLimit from 'p-limit'
import { DatabaseError, serialize } from 'pg-protocol'
import { ParameterDescriptionMessage, type BackendMessage } from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import { nameStatements } from '../prepared.ts'
import type { Engine } from './engine.ts'
import { resultsOf } from './results.ts'
import { READERS, WRITERS } from './values.ts'

/** A statement that the engine holds under a name, with the types of its parameters. */
interface Held {
  name: string
  types: number[]
}

/** Within a transaction: its statements alone reach the engine until it ends. */
export interface EmbeddedTransaction {
  query: <T>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<T>>
  rollback: () => Promise<void>
  readonly closed: boolean
}

/**
 * The embedded engine as Kysely and the ORM use it: one connection, whose statements are parsed once and kept, each
 * sent in one message. (The engine's own `query` sends six and plans anew every time, and its own reader of messages
 * takes three times as long as the statements.)
 */
export class PreparedPGlite {
  readonly #engine: Engine
  readonly #held = new Map<string, Held>()
  readonly #nameOf = nameStatements()
  /** Statements and transactions, in turn. */
  readonly #turn = pLimit(1)
  /** The statements within the transaction that has its turn. */
  readonly #inner = pLimit(1)
  #closed = false

  constructor(engine: Engine) {
    this.#engine = engine
  }

  get ready(): boolean {
    return !this.#closed
  }

  get closed(): boolean {
    return this.#closed
  }

  get waitReady(): Promise<void> {
    return Promise.resolve()
  }

  /** One statement, in a transaction of its own. */
  async query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    this.#mustBeOpen()
    return this.#turn(() => this.#inner(() => this.#run<T>(text, values, options)))
  }

  /** One transaction, committed when `work` is done, else rolled back. */
  async transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T> {
    this.#mustBeOpen()
    return this.#turn(async () => {
      const frame = (text: string) => this.#inner(() => this.#send(serialize.query(text)))
      await frame('BEGIN')
      let closed = false
      const end = async (text: 'COMMIT' | 'ROLLBACK') => {
        if (closed) return
        closed = true
        await frame(text)
      }
      try {
        const result = await work(this.#within(end, () => closed))
        await end('COMMIT')
        return result
      } catch (error) {
        await end('ROLLBACK')
        throw error
      }
    })
  }

  /** The whole cluster as a tar file. */
  dumpDataDir(compression: 'gzip' | 'none'): Promise<Blob> {
    return this.#turn(() => this.#engine.dump(compression))
  }

  /** Closes the cluster behind whatever is at work; statements are refused from now on. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#turn(() => this.#engine.close())
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('PGlite is closed')
  }

  #within(end: (text: 'ROLLBACK') => Promise<void>, isClosed: () => boolean): EmbeddedTransaction {
    return {
      query: async <T>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        if (isClosed()) throw new Error('The transaction is closed.')
        return this.#inner(() => this.#run<T>(text, values, options))
      },
      rollback: () => end('ROLLBACK'),
      get closed() {
        return isClosed()
      },
    }
  }

  async #run<T>(text: string, values: unknown[], options: QueryOptions = {}): Promise<Results<T>> {
    const { name, types } = this.#held.get(text) ?? (await this.#hold(text, values))
    const written = values.map((value, index) => {
      if (value === null || value === undefined) return null
      return WRITERS[types[index] ?? 0]?.(value) ?? textOf(value)
    })
    const answered = await this.#send(
      ...(name === '' && values.length === 0 ? [serialize.parse({ text })] : []),
      serialize.bind({ statement: name, values: written }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
      serialize.sync(),
    )
    const readers = options.parsers ? { ...READERS, ...options.parsers } : READERS
    return resultsOf(answered, readers) as Results<T>
  }

  /** Has the engine parse a statement. One without a name is forgotten with the next, and needs no types without values. */
  async #hold(text: string, values: unknown[]): Promise<Held> {
    if (values.length === 0) return { name: '', types: [] }
    const name = this.#nameOf(text) ?? ''
    const answered = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const described = answered.find((message) => message instanceof ParameterDescriptionMessage)
    const held = { name, types: described?.dataTypeIDs ?? [] }
    if (name !== '') this.#held.set(text, held)
    return held
  }

  /** The engine's answer to these messages. Throws the first error in it. */
  async #send(...sent: Buffer[]): Promise<BackendMessage[]> {
    const parser = new Parser()
    const answered: BackendMessage[] = []
    for (const { buffer, byteOffset, length } of await this.#engine.send(Buffer.concat(sent))) {
      parser.parse(Buffer.from(buffer, byteOffset, length), (message) => void answered.push(message))
    }
    const refusal = answered.find((message) => message instanceof DatabaseError)
    if (refusal) throw refusal
    return answered
  }
}

/** A value whose type the engine has no writer for. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
