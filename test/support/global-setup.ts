import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { mayMount } from './small-disk.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { preparedImage } from '../../src/database/embedded/prepared-image.ts'
import { prepareBundle } from '../../src/prepare/bundle.ts'
import './database-plan.ts'
import { promtoolOn } from './figures.ts'

/**
 * What no test needs costs each copy half of its time: the databases that new ones are made of, the memory that the
 * engine clears at its start, and the changes that it would go through since the last checkpoint. Nor does any test
 * look at what a crash leaves, for which the engine would write everything twice.
 */
const LESS_TO_COPY = [
  'alter system set synchronous_commit = off',
  'alter system set full_page_writes = off',
  'alter system set wal_level = minimal',
  'alter system set max_wal_senders = 0',
  'alter system set track_counts = off',
  'alter system set track_activities = off',
  "alter system set shared_buffers = '16MB'",
  'update pg_database set datistemplate = false',
  'drop database if exists template0',
  'drop database if exists template1',
  'checkpoint',
]

/**
 * Migrates one embedded database (or takes the one of the installation) and dumps it, so that each test file restores
 * it instead of migrating.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Once, before many services start at the same time.
  await prepareBundle()
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-test-'))
  const dump = join(folder, 'template.tar')
  const { orm, pglite, close } = await openEmbedded('memory:', preparedImage())
  await orm.migrator.up()
  for (const statement of LESS_TO_COPY) await pglite.query(statement)
  await writeFile(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await close()
  project.provide('databasePlan', { engine: 'embedded', dump })
  return async () => {
    await rm(folder, { recursive: true })
    process.stdout.write(
      '\nLeft out: the same tests and the race tests on a real PostgreSQL. Run them with: npm run test:postgres\n',
    )
    if (!process.env['TEST_SLAPD']) {
      process.stdout.write(
        'Left out: directory sign-in against slapd. Name its binary in TEST_SLAPD, as .ci/run does.\n',
      )
    }
    if (!(await mayMount())) {
      process.stdout.write('Left out: a disk that fills up. Mounting a small one is what root may do.\n')
    }
    if (promtoolOn('') === null) {
      process.stdout.write(
        "Left out: Prometheus' own check of /metrics. Have promtool on the path, as .ci/run does.\n",
      )
    }
  }
}
