import { createRequire } from 'node:module'
import { Client } from 'pg'

let running: string[] | null = null

type Query = (this: unknown, ...args: unknown[]) => unknown

/** Records every statement that a client sends, from entities, Kysely and plain SQL. */
function recordQueries(prototype: object, method: string): void {
  const original: unknown = Reflect.get(prototype, method)
  if (typeof original !== 'function') throw new Error(`no ${method} to watch`)
  const query: Query = function (...args) {
    running?.push(toText(args[0]))
    return Reflect.apply(original, this, args)
  }
  Reflect.set(prototype, method, query)
}

function toText(args: unknown): string {
  if (typeof args === 'string') return args
  return typeof args === 'object' && args !== null && 'text' in args ? String(args.text) : ''
}

recordQueries(Client.prototype, 'query')

/** Also records statements of the ORM if it uses its own version of the driver. */
function watchOrmDriver(): void {
  const orm = createRequire(import.meta.url).resolve('@mikro-orm/postgresql')
  const driver: typeof import('pg') = createRequire(orm)('pg')
  if (driver.Client !== Client) recordQueries(driver.Client.prototype, 'query')
}

watchOrmDriver()

/** Statements that begin and end transactions, and those that set the limits of a new connection. */
const FRAME =
  /^\s*(begin|commit|rollback|start|savepoint|release|set statement_timeout|select set_config.* where pg_backend_pid)/is
/** Statements of the search indexer, which runs in the background, whatever their subqueries are called. */
const INDEXING =
  /^\s*(with \w+ as \((insert into background_leases|delete from search_reindex_queue)|update background_leases|select k\.kind from unnest|with \w+ as materialized \(select pg_try_advisory_xact_lock|delete from search_reindex_queue|insert into "\w+_rule_search_index")/

/** Runs `work` and returns its statements, without those of transaction control and of the search indexer. */
export async function recordStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  running = statements
  try {
    const result = await work()
    return {
      result,
      statements: statements.filter((text) => !FRAME.test(text) && !INDEXING.test(text)),
    }
  } finally {
    running = null
  }
}

/** Replaces the numbers in conditions: without the fast path, the ORM writes values into its statements. */
export function maskNumbers(statements: string[]): string[] {
  return statements.map((text) => text.replaceAll(/= \d+/g, '= ?'))
}
