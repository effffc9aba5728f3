import { CompiledQuery } from 'kysely'
import type { World } from './world.ts'

/** Tables that refused requests may touch: what is only observed. */
const OBSERVED = ['sessions', 'rate_counters', 'mikro_orm_migrations']
/** What is computed of the others, beside the requests. */
const DERIVED = ['stale_words', 'rule_words', 'srg_rule_words', 'stig_rule_words']

/** Denials and refused credentials leave an entry of their own beside the answer (accounts 6.10). */
const NO_DENIALS = "where action not in ('permission_denied', 'credential_refused')"

/**
 * The state of every table in one text each: its rows and the transactions that wrote them. Two equal digests mean
 * that nothing was stored, changed or deleted in between.
 */
export async function digest(world: World, ignored: string[] = []): Promise<Record<string, string>> {
  const run = async (sql: string) =>
    (await world.database.reader.executeQuery<Record<string, string>>(CompiledQuery.raw(sql))).rows
  const tables = await run("select tablename from pg_tables where schemaname = 'public' order by tablename")
  const names = tables
    .map(({ tablename = '' }) => tablename)
    .filter((name) => ![...OBSERVED, ...DERIVED].includes(name) && !ignored.includes(name))
  const parts = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) as state
       from "${name}" ${name === 'audit_entries' ? NO_DENIALS : ''}`,
  )
  const rows = await run(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name = '', state = '' }) => [name, state]))
}
