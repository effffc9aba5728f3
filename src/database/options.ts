import { join } from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import type { SqlOptions } from '@mikro-orm/sql'
import { entities } from '../../entities/index.ts'
import { ROOT } from '../lib/root.ts'

/** Folder of the migrations. */
export const MIGRATIONS = join(ROOT, 'migrations')

/** Options shared by the service and the ORM's command line. Only the command line writes the snapshot. */
export const sharedOptions = {
  entities: [...entities],
  extensions: [Migrator],
  // No filters are defined; this avoids joins for them.
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
    // Each migration has its own transaction: creating an index concurrently cannot wait for uncommitted migrations.
    allOrNothing: false,
  },
  // Functions are written by hand in migrations; the comparison must not drop them.
  schemaGenerator: { ignoreRoutines: true },
} satisfies SqlOptions
