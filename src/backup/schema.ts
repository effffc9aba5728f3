import { readdirSync } from 'node:fs'
import { MIGRATIONS } from '../database/options.ts'

/** Throws an Error of one line for migrations that this version of the service does not know. */
export function assertKnown(file: string, migrations: readonly string[]): void {
  if (migrations.length === 0) throw new Error(`${file} holds no database of the service`)
  const known = new Set(readdirSync(MIGRATIONS).map((file) => file.replace(/\.ts$/, '')))
  const newer = migrations.filter((name) => !known.has(name.replace(/\.ts$/, '')))
  if (newer.length === 0) return
  throw new Error(`${file} is of a newer version of the service (${newer[0]}); install that one first`)
}
