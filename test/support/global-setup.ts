import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../src/database/embedded.ts'
import './database-plan.ts'

/** Migrates one embedded database and dumps it, so that each test file restores it instead of migrating. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-test-'))
  const dump = join(folder, 'template.tar')
  const { orm, pglite, close } = await openEmbedded('memory:')
  await orm.migrator.up()
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
  }
}
