import { readdirSync } from 'node:fs'
import { MIGRATIONS } from './options.ts'

/** Sends one statement and answers its rows. */
type RunStatement = (statement: string) => Promise<unknown[]>

const FILE = /^(Migration.+)\.ts$/

/** The names of the migrations of this version, in their order. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    .toSorted()
}

/**
 * Whether a database has every migration of this version, with two lookups, because most starts find nothing to migrate.
 * False for a database that was never migrated.
 * @throws Error of one line if the schema is older than the baseline
 */
export async function isMigrated(run: RunStatement): Promise<boolean> {
  const table = await run(`select from pg_class where oid = to_regclass('mikro_orm_migrations')`)
  if (table.length === 0) return false
  const names = migrationNames()
  const rows = await run(`select name from mikro_orm_migrations`)
  const recorded = new Set(rows.map(nameOf))
  const replaced = replacedMigration(names, [...recorded])
  if (replaced !== null) {
    throw new Error(
      `it was created by an older, unreleased version (${replaced}); start with an empty database, and import projects from JSON archives of that version`,
    )
  }
  return names.length > 0 && names.every((name) => recorded.has(name))
}

/**
 * The first recorded migration that is older than all migrations of this version: the baseline has replaced it. A newer
 * unknown one is of a later version, which may be starting next to this one.
 */
export function replacedMigration(known: readonly string[], recorded: readonly string[]): string | null {
  const [first] = known.toSorted()
  if (first === undefined) return null
  return recorded.toSorted().find((name) => name < first) ?? null
}

function nameOf(row: unknown): string {
  if (typeof row !== 'object' || row === null || !('name' in row)) return ''
  return String(row.name).replace(/\.[jt]s$/, '')
}
