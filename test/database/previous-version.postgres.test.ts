import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { MIGRATIONS } from '../../src/database/options.ts'
import { signIn } from '../support/http.ts'
import type { Rest } from '../support/rest.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The migrations of the baseline: commits with other ones have another schema. */
const BASELINE = 'migrations/Migration2026112723*'
const EMAIL = 'admin@example.org'
const PASSWORD = 'Vsx4-Quiet-Harbour-Lantern-88'

function runGit(...args: string[]): string {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** The commit before the newest migration, or the present one if that commit has another baseline. Null without git. */
function findPreviousCommit(): string | null {
  const names = readdirSync(MIGRATIONS).filter((file) => /^Migration\d+\w*\.ts$/.test(file))
  const newest = names.toSorted().at(-1) ?? ''
  try {
    const added = runGit('log', '--diff-filter=A', '-1', '--format=%H', '--', `migrations/${newest}`)
    // An uncommitted migration follows the last commit.
    const before = added === '' ? 'HEAD' : `${added}^`
    return runGit('rev-parse', hasBaseline(before) ? before : 'HEAD')
  } catch {
    return null
  }
}

function hasBaseline(commit: string): boolean {
  return runGit('diff', '--name-only', commit, 'HEAD', '--', BASELINE) === ''
}

/** The code of a commit in a folder of its own, with the packages of this one. */
function checkOutCode(commit: string, home: ServiceHome): string {
  const folder = join(home.cwd, 'previous')
  mkdirSync(folder)
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'src/server.ts')
}

let home: ServiceHome
let database: Database
let service: Service
let admin: Rest

/** Statuses of the most used reads and writes, on a project of this name. */
async function runTour(name: string): Promise<number[]> {
  const created = await admin.post('/projects', { project: { name } })
  const id = created.body.project?.id
  const answers = [
    created,
    await admin.get('/health_check'),
    await admin.get(`/projects/${id}`),
    await admin.get(`/api/projects/${id}/triage_summary`),
    await admin.get('/api/audits?per_page=10'),
    await admin.patch(`/projects/${id}`, { project: { name: `${name} renamed` } }),
  ]
  return answers.map(({ status }) => status)
}

const ALL_WELL = [200, 200, 200, 200, 200, 200]
const commit = findPreviousCommit()

describe.skipIf(commit === null)('the previous version of the service', () => {
  beforeAll(async () => {
    home = await createServiceHome()
    database = await openDatabase({ url: home.env.DATABASE_URL, dataDir: 'memory:' })
    const env = { ...home.env, BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
    // Versions before this option was removed would build their web application.
    const input = ['--without-workbench']
    service = startService({ cwd: home.cwd, env, script: checkOutCode(commit ?? '', home), args: input })
    admin = await signIn(await service.ready, EMAIL, PASSWORD)
  })
  afterAll(async () => {
    service?.process.kill('SIGKILL')
    await service?.ended
    await database?.close()
    await home?.remove()
  })
  const change = (statement: string) => sql.raw(statement).execute(database.queries)

  test('serves on the schema of this version', async () => {
    expect(await runTour('Harbor')).toEqual(ALL_WELL)
  })

  test('keeps running when a column is added, and fails when one is renamed', async () => {
    await change('alter table projects add column later text')
    expect(await runTour('Haven')).toEqual(ALL_WELL)
    await change('alter table projects rename column description to details')
    expect(await runTour('Quay')).toContain(500)
  })
})
