import type { Env } from './config/env.ts'
import type { Database } from './database/database.ts'

/** The services that every part of the application uses. */
export interface CoreServices {
  database: Database
  env: Env
  clock: () => Date
}
