import { defineConfig } from '@mikro-orm/postgresql'
import { sharedOptions } from './src/database/options.ts'

/** For the `mikro-orm` command alone; see migrations/README.md. The service opens its database in src/database/database.ts. */
export default defineConfig({
  ...sharedOptions,
  clientUrl: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  migrations: { ...sharedOptions.migrations, snapshot: true, snapshotOnMigrate: false, silent: false },
})
