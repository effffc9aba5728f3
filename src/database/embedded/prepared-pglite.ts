import type { QueryOptions, Results } from '@electric-sql/pglite'
import pLimit from 'p-limit'
import { DatabaseError, serialize } from 'pg-protocol'
import { ParameterDescriptionMessage, type BackendMessage } from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import type { DatabaseFigures } from '../../database.ts'
import { nameStatements } from '../statements/prepared.ts'
import type { StatementWatch } from '../../tracing/tracing.ts'
import type { Engine } from './engine.ts'
import { isLastWord } from './last-word.ts'
import { resultsOf } from './results.ts'
import { DiskFull } from './room.ts'
import { READERS, WRITERS } from './values.ts'

/** With those that have no name, whose types are known all the same. */
const MOST_HELD = 2000

/** A statement that the engine holds under a name, with the types of its parameters; one without is parsed each time. */
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
  /** The life of the engine that holds them. */
  #heldIn = 0
  readonly #nameOf = nameStatements((text, name) => {
    this.#held.delete(text)
    this.#unused.push(name)
  })
  /** Names that the engine need not hold any longer. */
  readonly #unused: string[] = []
  /** Statements and transactions, in turn. */
  readonly #turn = pLimit(1)
  /** The statements within the transaction that has its turn. */
  readonly #inner = pLimit(1)
  readonly #watch: StatementWatch | null
  #closed = false
  #turns = 0
  #waitedMs = 0

  /** `watch` is told of every statement when the engine begins with it. */
  constructor(engine: Engine, watch: StatementWatch | null = null) {
    this.#engine = engine
    this.#watch = watch
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
    const began = this.#asked()
    return this.#turn(() => {
      began()
      return this.#inner(() => this.#run<T>(this.#engine.life, text, values, options))
    })
  }

  /** Who waits for a turn now, and how many had theirs after which wait in all. */
  queue(): NonNullable<DatabaseFigures['queue']> {
    return { length: this.#turn.pendingCount, turns: this.#turns, waitedMs: this.#waitedMs }
  }

  /**
   * One transaction, committed when `work` is done, else rolled back. Kysely's driver would wait for ever for one that
   * never begins, so one that cannot begin refuses, with the same error, whatever `work` asks for, and its commit.
   */
  async transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T> {
    this.#mustBeOpen()
    const began = this.#asked()
    return this.#turn(async () => {
      began()
      const { life } = this.#engine
      const frame = (text: string) =>
        this.#inner(() => this.#watched(text, () => this.#send(life, serialize.query(text))))
      const begin = frame('BEGIN')
      const begun = begin.then(
        () => true,
        () => false,
      )
      let closed = false
      const end = async (text: 'COMMIT' | 'ROLLBACK') => {
        if (closed) return
        closed = true
        if (text === 'COMMIT') await begin
        if (!(await begun)) return
        // What an engine had begun when it died is gone already.
        if (text === 'COMMIT' || life === this.#engine.life) await frame(text)
      }
      try {
        await begun
        const result = await work(this.#within(life, begin, end, () => closed))
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

  /** Counts a turn; the answer is called when it begins. */
  #asked(): () => void {
    const asked = performance.now()
    return () => {
      this.#turns += 1
      this.#waitedMs += performance.now() - asked
    }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('PGlite is closed')
  }

  #within(
    life: number,
    begin: Promise<unknown>,
    end: (text: 'ROLLBACK') => Promise<void>,
    isClosed: () => boolean,
  ): EmbeddedTransaction {
    return {
      query: async <T>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        if (isClosed()) throw new Error('The transaction is closed.')
        await begin
        return this.#inner(() => this.#run<T>(life, text, values, options))
      },
      rollback: () => end('ROLLBACK'),
      get closed() {
        return isClosed()
      },
    }
  }

  async #watched<T>(text: string, work: () => Promise<T>): Promise<T> {
    const done = this.#watch?.(text)
    if (!done) return work()
    try {
      const result = await work()
      done(null)
      return result
    } catch (error) {
      done(error)
      throw error
    }
  }

  #run<T>(life: number, text: string, values: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#watched(text, () => this.#sent<T>(life, text, values, options))
  }

  async #sent<T>(
    life: number,
    text: string,
    values: unknown[],
    options: QueryOptions = {},
  ): Promise<Results<T>> {
    if (this.#heldIn !== life) this.#held.clear()
    this.#heldIn = life
    const held = this.#held.get(text)
    const { name, types } = held ?? (await this.#hold(life, text, values))
    // Its name is in use.
    if (held && name !== '') this.#nameOf(text)
    const written = values.map((value, index) => {
      if (value === null || value === undefined) return null
      return WRITERS[types[index] ?? 0]?.(value) ?? textOf(value)
    })
    const answered = await this.#send(
      life,
      ...(name === '' && (held || values.length === 0) ? [serialize.parse({ text })] : []),
      serialize.bind({ statement: name, values: written }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
      serialize.sync(),
    )
    const readers = options.parsers ? { ...READERS, ...options.parsers } : READERS
    return resultsOf(answered, readers) as Results<T>
  }

  /** Has the engine parse a statement. One without a name is forgotten with the next, and needs no types without values. */
  async #hold(life: number, text: string, values: unknown[]): Promise<Held> {
    if (values.length === 0) return { name: '', types: [] }
    const name = this.#nameOf(text) ?? ''
    const unused = this.#unused.splice(0)
    const answered = await this.#send(
      life,
      ...unused.map((old) => serialize.close({ type: 'S', name: old })),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const described = answered.find((message) => message instanceof ParameterDescriptionMessage)
    const held = { name, types: described?.dataTypeIDs ?? [] }
    if (name !== '' || this.#held.size < MOST_HELD) this.#held.set(text, held)
    return held
  }

  /**
   * The answer of the engine in this life to these messages. Throws the first error in it, and `DiskFull` where another
   * life has begun: a transaction and the names of statements end with theirs.
   */
  async #send(life: number, ...sent: Buffer[]): Promise<BackendMessage[]> {
    if (life !== this.#engine.life) throw new DiskFull()
    const parser = new Parser()
    const answered: BackendMessage[] = []
    for (const { buffer, byteOffset, length } of await this.#engine.send(Buffer.concat(sent))) {
      parser.parse(Buffer.from(buffer, byteOffset, length), (message) => void answered.push(message))
    }
    const refusal = answered.find((message) => message instanceof DatabaseError)
    if (refusal && isLastWord(refusal)) this.#engine.died(refusal)
    if (refusal) throw refusal
    return answered
  }
}

/** A value whose type the engine has no writer for. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
