import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { embeddedDatabase } from '../../src/database/open.ts'

const plan = inject('databasePlan')

test.runIf(plan.engine === 'embedded')(
  'the embedded database takes a copy of a migrated one, whatever a killed first start has left, and keeps what it holds',
  async () => {
    if (plan.engine !== 'embedded') return
    const { dump } = plan
    const dataDir = await mkdtemp(join(tmpdir(), 'rulewright-first-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    await mkdir(join(dataDir, 'database.new'))
    await writeFile(join(dataDir, 'database.new', 'PG_VERSION'), 'half')

    const first = await embeddedDatabase(dataDir, dump)
    expect(await first.condition()).toBe('ready')
    await first.queries.insertInto('users').values({ name: 'A', email: 'a@example.org' }).execute()
    await first.close()
    expect(await readdir(dataDir)).toEqual(['database'])

    const second = await embeddedDatabase(dataDir, dump)
    expect(await second.queries.selectFrom('users').select('email').execute()).toEqual([
      { email: 'a@example.org' },
    ])
    await second.close()
  },
)
