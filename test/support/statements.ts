import { createRequire } from 'node:module'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'

let running: string[] | null = null

type Query = (this: unknown, ...given: unknown[]) => unknown

/** Sees every statement on its way to either engine: entities, Kysely and plain SQL all pass here. */
function watch(prototype: object, method: string): void {
  const original: unknown = Reflect.get(prototype, method)
  if (typeof original !== 'function') throw new Error(`no ${method} to watch`)
  const query: Query = function (...given) {
    running?.push(textOf(given[0]))
    return Reflect.apply(original, this, given)
  }
  Reflect.set(prototype, method, query)
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  return typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : ''
}

watch(PGlite.prototype, 'query')
watch(Client.prototype, 'query')

/** The ORM may bring a driver of its own version, whose clients are others. */
function watchOrmDriver(): void {
  const orm = createRequire(import.meta.url).resolve('@mikro-orm/postgresql')
  const driver: typeof import('pg') = createRequire(orm)('pg')
  if (driver.Client !== Client) watch(driver.Client.prototype, 'query')
}

watchOrmDriver()

/** Inside a transaction PGlite hands out an object of its own with a `query` of its own. */
function watchTransactions(): void {
  const original: unknown = Reflect.get(PGlite.prototype, 'transaction')
  if (typeof original !== 'function') throw new Error('no transaction to watch')
  const transaction = function (this: unknown, work: (tx: object) => unknown): unknown {
    const watched = (tx: object) => {
      watch(tx, 'query')
      return work(tx)
    }
    return Reflect.apply(original, this, [watched])
  }
  Reflect.set(PGlite.prototype, 'transaction', transaction)
}

watchTransactions()

const FRAME = /^\s*(begin|commit|rollback|start|savepoint|release)/i
/** What the service does beside its answers says so. */
const BESIDE = /^\/\* beside \*\//

/** The statements that `work` sends, without the frame of its transaction and without work beside it. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const seen: string[] = []
  running = seen
  try {
    const result = await work()
    return {
      result,
      statements: seen.filter((text) => !FRAME.test(text) && !BESIDE.test(text)),
    }
  } finally {
    running = null
  }
}
