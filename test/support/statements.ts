import { createRequire } from 'node:module'
import { Client } from 'pg'

let running: string[] | null = null

type Query = (this: unknown, ...given: unknown[]) => unknown

/** Sees every statement on its way to the server: entities, Kysely and plain SQL all pass here. */
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

watch(Client.prototype, 'query')

/** The ORM may bring a driver of its own version, whose clients are others. */
function watchOrmDriver(): void {
  const orm = createRequire(import.meta.url).resolve('@mikro-orm/postgresql')
  const driver: typeof import('pg') = createRequire(orm)('pg')
  if (driver.Client !== Client) watch(driver.Client.prototype, 'query')
}

watchOrmDriver()

/** Statements of transactions and of connections, which set their limits before their first use. */
const FRAME =
  /^\s*(begin|commit|rollback|start|savepoint|release|set statement_timeout|select set_config.* where pg_backend_pid)/is
/** The indexer of the search works in the background: it alone takes turns, stores words and takes marks away. */
const INDEXING =
  /^\s*(with mine as \(insert into background_leases|update background_leases|select k\.kind from unnest|with turn as materialized|with done as \(delete from search_reindex_queue|delete from search_reindex_queue|insert into "\w+_rule_search_index")/

/** The statements that `work` sends, without the frame of its transaction and without those of the indexer. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const seen: string[] = []
  running = seen
  try {
    const result = await work()
    return {
      result,
      statements: seen.filter((text) => !FRAME.test(text) && !INDEXING.test(text)),
    }
  } finally {
    running = null
  }
}
