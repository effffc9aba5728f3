import { emptyDatabase, testEngine } from './db.ts'
import { freshDirectory } from './service.ts'

/** Where a started service keeps its data, on the engine of the run; nothing is in it yet. */
export interface ServiceHome {
  cwd: string
  env: Record<string, string>
  remove: () => Promise<void>
}

/** A fresh directory; on PostgreSQL also an empty database, which the end of the run drops. */
export async function aServiceHome(): Promise<ServiceHome> {
  const { path, remove } = await freshDirectory()
  if (testEngine() === 'embedded') return { cwd: path, env: {}, remove }
  const database = await emptyDatabase()
  await database.close()
  return { cwd: path, env: { DATABASE_URL: database.url ?? '' }, remove }
}
