import { readdirSync } from 'node:fs'
import { MIGRATIONS } from './options.ts'

/** Runs one statement and returns its rows. */
type RunStatement = (statement: string) => Promise<unknown[]>

const FILE = /^(Migration.+)\.ts$/

/** Lists the migrations of this version in order. */
export function listMigrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    .toSorted()
}

/**
 * Whether a database has every migration of this version; false if it was never migrated. Uses only two queries,
 * because most starts have nothing to migrate.
 * @throws Error of one line if the schema is older than the baseline
 */
export async function isMigrated(run: RunStatement): Promise<boolean> {
  const table = await run(`select from pg_class where oid = to_regclass('mikro_orm_migrations')`)
  if (table.length === 0) return false
  const names = listMigrationNames()
  const rows = await run(`select name from mikro_orm_migrations`)
  const recorded = new Set(rows.map(toMigrationName))
  const replaced = findReplacedMigration(names, [...recorded])
  if (replaced !== null) {
    throw new Error(
      `it was created by an older, unreleased version (${replaced}); start with an empty database, and import projects from JSON archives of that version`,
    )
  }
  return names.length > 0 && names.every((name) => recorded.has(name))
}

/**
 * Finds the first recorded migration that is older than the baseline, which replaced it. Newer unknown migrations may
 * belong to a later version that is starting concurrently.
 */
export function findReplacedMigration(known: readonly string[], recorded: readonly string[]): string | null {
  const [first] = known.toSorted()
  if (first === undefined) return null
  return recorded.toSorted().find((name) => name < first) ?? null
}

function toMigrationName(row: unknown): string {
  if (typeof row !== 'object' || row === null || !('name' in row)) return ''
  return String(row.name).replace(/\.[jt]s$/, '')
}
