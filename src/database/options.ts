import { join } from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import type { SqlOptions } from '@mikro-orm/sql'
import { entities } from '../../entities/index.ts'
import { ROOT } from '../lib/root.ts'

/** Where the migrations are. */
export const MIGRATIONS = join(ROOT, 'migrations')

/** What the service and the command line of the ORM have in common. The snapshot is written by the command line alone. */
export const sharedOptions = {
  entities: [...entities],
  extensions: [Migrator],
  // There are no filters, for which each question would look through all that a record belongs to.
  autoJoinRefsForFilters: false,
  preferTs: true,
  preferReadReplicas: false,
  migrations: {
    path: MIGRATIONS,
    pathTs: MIGRATIONS,
    glob: 'Migration*.ts',
    emit: 'ts',
    snapshot: false,
    snapshotName: '.snapshot',
    silent: true,
    // Each by itself, and recorded: what makes an index concurrently cannot wait for the others to be committed.
    allOrNothing: false,
  },
  // Functions are written by hand in migrations; the comparison must not drop them.
  schemaGenerator: { ignoreRoutines: true },
} satisfies SqlOptions
