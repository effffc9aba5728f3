import { readdirSync } from 'node:fs'
import { MIGRATIONS } from './options.ts'

/** Sends one statement and answers its rows. */
type Ask = (statement: string) => Promise<unknown[]>

const FILE = /^(Migration.+)\.ts$/

/**
 * Whether a database has seen every migration of this version, by two look-ups. Most starts find nothing to migrate,
 * and need not load what migrates to know it. False for a database that was never migrated.
 */
export async function isMigrated(ask: Ask): Promise<boolean> {
  const there = await ask(`select from pg_class where oid = to_regclass('mikro_orm_migrations')`)
  if (there.length === 0) return false
  const wanted = readdirSync(MIGRATIONS).flatMap((file) => FILE.exec(file)?.[1] ?? [])
  const list = wanted.map((name) => `'${name}'`).join(', ')
  const seen = await ask(`select distinct name from mikro_orm_migrations where name in (${list})`)
  return wanted.length > 0 && seen.length === wanted.length
}
