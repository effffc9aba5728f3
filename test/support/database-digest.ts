import { CompiledQuery } from 'kysely'
import type { World } from './world.ts'

/** Tables that rejected requests may change, because they only record observations. */
const OBSERVED = ['sessions', 'rate_limit_counters', 'background_leases', 'mikro_orm_migrations']
/** Tables that background tasks derive from others. */
const DERIVED = [
  'search_reindex_queue',
  'rule_search_index',
  'srg_rule_search_index',
  'stig_rule_search_index',
]

/** Denials and rejected credentials write their own audit entry in addition to the answer (rule A-81). */
const NO_DENIALS = "where action not in ('permission_denied', 'credential_refused')"

/**
 * A digest of every table: the number of rows and the transactions that wrote them. Equal digests mean that no row was
 * stored, changed or deleted in between.
 */
export async function digestDatabase(world: World, ignored: string[] = []): Promise<Record<string, string>> {
  const run = async (sql: string, values: string[] = []) =>
    (await world.database.queries.executeQuery<Record<string, string>>(CompiledQuery.raw(sql, values))).rows
  const [{ next = '' } = {}] = await run('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  const known = latest.get(world.database)
  const value = known?.next === next ? known.value : await computeDigest(world.database, run)
  latest.set(world.database, { next, value })
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.includes(name)))
}

/** The last digest of each database, and the next transaction id at that time. No new transaction means no change. */
const latest = new WeakMap<object, { next: string; value: Record<string, string> }>()

type Run = (sql: string, values?: string[]) => Promise<Record<string, string>[]>

/** The statement that computes the digest of a database. */
const statements = new WeakMap<object, string>()

async function computeDigest(database: object, run: Run): Promise<Record<string, string>> {
  const statement = statements.get(database) ?? (await buildStatement(run))
  statements.set(database, statement)
  const rows = await run(statement, [END])
  return Object.fromEntries(
    rows.filter(({ name }) => name !== END).map(({ name = '', state = '' }) => [name, state]),
  )
}

/** Value of a parameter, which makes the server cache the plan of the statement. The row with this name is not a table. */
const END = 'end'

async function buildStatement(run: Run): Promise<string> {
  const tables = await run("select tablename from pg_tables where schemaname = 'public' order by tablename")
  const names = tables
    .map(({ tablename = '' }) => tablename)
    .filter((name) => ![...OBSERVED, ...DERIVED].includes(name))
  const parts = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) as state
       from "${name}" ${name === 'audit_entries' ? NO_DENIALS : ''}`,
  )
  return [...parts, "select $1::text, ''"].join(' union all ')
}
