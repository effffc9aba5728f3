import { createEmptyDatabase, createMigratedDatabase } from './db.ts'
import { createDirectory } from './service.ts'

/** The empty data location of a started service. */
export interface ServiceHome {
  cwd: string
  env: { DATABASE_URL: string }
  remove: () => Promise<void>
}

/** Creates a directory and an empty database, by default migrated. The end of the run drops the database. */
export async function createServiceHome({ migrated = true } = {}): Promise<ServiceHome> {
  const { path, remove } = await createDirectory()
  if (migrated) return { cwd: path, env: { DATABASE_URL: await createMigratedDatabase() }, remove }
  const database = await createEmptyDatabase()
  await database.close()
  return { cwd: path, env: { DATABASE_URL: database.url }, remove }
}
