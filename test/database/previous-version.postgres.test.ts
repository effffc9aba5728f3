import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { MIGRATIONS } from '../../src/database/options.ts'
import { signIn } from '../support/http.ts'
import { startService, type Service } from '../support/service.ts'
import { aServiceHome, type ServiceHome } from '../support/service-database.ts'

vi.setConfig({ testTimeout: 240_000 })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The last migration before the rule of migrations/README.md. */
const BEFORE_THE_RULE = 'Migration20261122150508_jobs'
const EMAIL = 'admin@example.org'
const PASSWORD = 'Vsx4-Quiet-Harbour-Lantern-88'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function git(...given: string[]): string {
  return execFileSync('git', ['-C', ROOT, ...given], { encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** The commit whose code comes before the newest migration; the present one while the rule has seen none. Null without git. */
function previousCommit(): string | null {
  const names = readdirSync(MIGRATIONS).filter((file) => /^Migration\d+\w*\.ts$/.test(file))
  const newest = names.toSorted().at(-1) ?? ''
  try {
    if (newest <= `${BEFORE_THE_RULE}.ts`) return git('rev-parse', 'HEAD')
    const added = git('log', '--diff-filter=A', '-1', '--format=%H', '--', `migrations/${newest}`)
    // Not committed yet: the code before it is the last commit's.
    return added === '' ? git('rev-parse', 'HEAD') : git('rev-parse', `${added}^`)
  } catch {
    return null
  }
}

/** The code of a commit in a folder of its own, with the packages of this one. */
function codeOf(commit: string, home: ServiceHome): string {
  const folder = join(home.cwd, 'previous')
  mkdirSync(folder)
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  if (existsSync(join(ROOT, 'web/dist'))) symlinkSync(join(ROOT, 'web/dist'), join(folder, 'web/dist'))
  return join(folder, 'src/server.ts')
}

/** Migrates an empty database by the present code, changes it further, and starts the previous code on it. */
async function previousOn(change: string, commit: string): Promise<Service> {
  const home = await aServiceHome()
  ends.push(home.remove)
  const database = await openDatabase({ url: home.env['DATABASE_URL'] ?? '', dataDir: 'memory:' })
  await database.migrate()
  if (change !== '') await sql.raw(change).execute(database.queries)
  await database.close()
  const env = { ...home.env, BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
  const service = startService({ cwd: home.cwd, env, script: codeOf(commit, home) })
  ends.push(async () => {
    service.process.kill('SIGKILL')
    await service.ended
  })
  return service
}

/** The statuses of a short tour: what is read and written most. */
async function tour(service: Service): Promise<number[]> {
  const url = await service.ready
  const admin = await signIn(url, EMAIL, PASSWORD)
  const answers = [
    await admin.get('/health_check'),
    await admin.post('/projects', { project: { name: 'Harbor' } }),
    await admin.get('/projects/1'),
    await admin.get('/api/projects/1/triage_summary'),
    await admin.get('/api/audits?per_page=10'),
    await admin.patch('/projects/1', { project: { name: 'Haven' } }),
  ]
  return answers.map(({ status }) => status)
}

const commit = previousCommit()

test.skipIf(commit === null)('the previous version serves on the schema of this one', async () => {
  const service = await previousOn('', commit ?? '')
  expect(await tour(service)).toEqual([200, 200, 200, 200, 200, 200])
})

test.skipIf(commit === null)('an expansion changes nothing for it, a renamed column does', async () => {
  const expanded = await previousOn('alter table projects add column later text', commit ?? '')
  expect(await tour(expanded)).toEqual([200, 200, 200, 200, 200, 200])
  const broken = await previousOn('alter table projects rename column description to details', commit ?? '')
  expect(await tour(broken)).toContain(500)
})
