import {
  PGlite,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { DatabaseError, serialize } from 'pg-protocol'
import {
  CommandCompleteMessage,
  DataRowMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
  type BackendMessage,
} from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import { nameStatements } from '../prepared.ts'

/** A statement that the engine holds under a name, with the types of its parameters. */
interface Held {
  name: string
  types: number[]
}

/**
 * The embedded engine with statements that it parses once and keeps, each sent in one message. The engine's own `query`
 * sends six and plans anew every time, which takes two to three times as long; and its own reader of answers takes as
 * long as the statements.
 */
export class PreparedPGlite extends PGlite {
  readonly #held = new Map<string, Held>()
  readonly #nameOf = nameStatements()
  readonly #parser = new Parser()

  /** Opens a cluster and waits until it answers. */
  static async open(options: PGliteOptions): Promise<PreparedPGlite> {
    const opened = new PreparedPGlite(options)
    await opened.waitReady
    return opened
  }

  override async query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    await this._checkReady()
    return this._runExclusiveTransaction(async () => {
      const results = await this._runExclusiveQuery(() => this.#run<T>(text, values, options))
      await this.syncToFs()
      return results
    })
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    await this._checkReady()
    return this._runExclusiveTransaction(async () => {
      const frame = (text: string) => this._runExclusiveQuery(() => this.#exchange(serialize.query(text)))
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
      } finally {
        await this.syncToFs()
      }
    })
  }

  /** What a transaction offers: its statements share the one connection. */
  #within(end: (text: 'ROLLBACK') => Promise<void>, isClosed: () => boolean): Transaction {
    const open = () => {
      if (isClosed()) throw new Error('The transaction is closed.')
    }
    const unoffered = () => Promise.reject(new Error('A transaction offers query alone.'))
    return {
      query: async <T>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        open()
        return this._runExclusiveQuery(() => this.#run<T>(text, values, options))
      },
      sql: unoffered,
      exec: unoffered,
      listen: unoffered,
      rollback: () => end('ROLLBACK'),
      get closed() {
        return isClosed()
      },
    }
  }

  async #run<T>(text: string, values: unknown[], options: QueryOptions = {}): Promise<Results<T>> {
    const { name, types } = this.#held.get(text) ?? (await this.#hold(text, values))
    const known = this.serializers
    const written = values.map((value, index) => {
      if (value === null || value === undefined) return null
      return known[types[index] ?? 0]?.(value) ?? textOf(value)
    })
    const messages = await this.#exchange(
      ...(name === '' && values.length === 0 ? [serialize.parse({ text })] : []),
      serialize.bind({ statement: name, values: written }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
      serialize.sync(),
    )
    const readers = options.parsers ? { ...this.parsers, ...options.parsers } : this.parsers
    return resultsOf(messages, readers) as Results<T>
  }

  /** Has the engine parse a statement. One without a name is forgotten with the next, and needs no types without values. */
  async #hold(text: string, values: unknown[]): Promise<Held> {
    if (values.length === 0) return { name: '', types: [] }
    const name = this.#nameOf(text) ?? ''
    const messages = await this.#exchange(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const described = messages.find((message) => message instanceof ParameterDescriptionMessage)
    const held = { name, types: described?.dataTypeIDs ?? [] }
    if (name !== '') this.#held.set(text, held)
    return held
  }

  /** Sends messages and answers what the engine says to them; rejects with the error of the engine. */
  async #exchange(...messages: Buffer[]): Promise<BackendMessage[]> {
    const answers: BackendMessage[] = []
    await this.execProtocolRawStream(Buffer.concat(messages), {
      // What a message writes goes to the file system of the cluster at the end of its transaction, not before.
      syncToFs: false,
      // The engine uses its memory again for what it says next.
      onRawData: (data) => this.#parser.parse(Buffer.from(data), (message) => answers.push(message)),
    })
    const error = answers.find((message) => message instanceof DatabaseError)
    if (error) throw error
    return answers
  }
}

type Readers = Record<number, (text: string, type: number) => unknown>

/** What a statement found, its values read by their types, and how many rows it changed. */
function resultsOf(messages: BackendMessage[], readers: Readers): Results<Record<string, unknown>> {
  const rows: Record<string, unknown>[] = []
  let fields: Results['fields'] = []
  let affectedRows = 0
  for (const message of messages) {
    if (message instanceof DataRowMessage) rows.push(rowOf(message.fields, fields, readers))
    else if (message instanceof RowDescriptionMessage)
      fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
    else if (message instanceof CommandCompleteMessage) affectedRows = changedRows(message.text)
  }
  return { rows, fields, affectedRows }
}

function rowOf(texts: (string | null)[], fields: Results['fields'], readers: Readers): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, { name, dataTypeID }] of fields.entries()) {
    const text = texts[index] ?? null
    const read = readers[dataTypeID]
    row[name] = text === null || read === undefined ? text : read(text, dataTypeID)
  }
  return row
}

/** By what a statement says at its end: `INSERT 0 3`, `UPDATE 3`, `SELECT 3`. */
function changedRows(said: string): number {
  const [command = ''] = said.split(' ')
  const count = Number(said.slice(said.lastIndexOf(' ') + 1))
  return ['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'].includes(command) ? count : 0
}

/** A value whose type the engine has no writer for. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
