import type { Env } from './config/env.ts'
import type { Database } from './database/database.ts'

/** What every part of the service stands on. */
export interface CoreServices {
  database: Database
  env: Env
  clock: () => Date
}
