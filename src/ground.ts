import type { Database } from './database.ts'
import type { Env } from './env.ts'

/** What every part of the service stands on. */
export interface Ground {
  database: Database
  env: Env
  clock: () => Date
}
