import { existsSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { runBackupCommand, startBackupCommand } from '../support/backups.ts'
import { signIn } from '../support/http.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'

const EMAIL = 'admin@example.org'
const PASSWORD = 'Vsx4-Quiet-Harbour-Lantern-88'
const ACCOUNT = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
const READ = ['/projects', '/srgs', '/users', '/components', '/api/audits?per_page=100', '/rules/1']

/** Commands that are killed until one of them was not complete. */
const ATTEMPTS = 5

/** A stopped service with content, its recorded answers, and its backup. No test changes it. */
let home: ServiceHome
let before: unknown[]
let file: string
/** Empty, for one test. */
let otherHome: ServiceHome
const started: Service[] = []
beforeAll(async () => {
  home = await createServiceHome()
  before = await createContent(home)
  file = join(home.cwd, 'all.backup')
  expect(await runBackup(home, file)).toEqual({ code: 0, line: expect.stringContaining('all.backup') })
})
afterAll(() => home?.remove())
beforeEach(async () => {
  otherHome = await createServiceHome({ migrated: false })
})
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
  await otherHome.remove()
})

/** The environment of a service. */
interface ServiceFolder {
  cwd: string
  env: Record<string, string>
}

function start({ cwd, env }: ServiceFolder): Service {
  const service = startService({ cwd, env: { ...env, ...ACCOUNT } })
  started.push(service)
  return service
}

/** Creates a guide, a project, a component and a comment, and stops the service. */
async function createContent(home: ServiceHome): Promise<unknown[]> {
  const service = start(home)
  const admin = await signIn(await service.ready, EMAIL, PASSWORD)
  const form = new FormData()
  const sample = new URL('../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)
  form.set('file', new Blob([await readFile(sample)]), 'guide.xml')
  await admin.post('/srgs', form)
  await admin.post('/projects', { project: { name: 'Harbor' } })
  const component = {
    name: 'Gateway',
    prefix: 'HGW1-01',
    title: 'Gateway STIG',
    security_requirements_guide_id: 1,
  }
  await admin.post('/projects/1/components', { component })
  await admin.post('/rules/1/reviews', {
    review: { action: 'comment', section: 'fixtext', comment: 'Three?' },
  })
  const answers = await read(service)
  expect(await service.stop()).toBe(0)
  return answers
}

async function read(service: Service): Promise<unknown[]> {
  const admin = await signIn(await service.ready, EMAIL, PASSWORD)
  const answers = await Promise.all(READ.map((path) => admin.get(path)))
  expect(answers.map(({ status }) => status)).toEqual(READ.map(() => 200))
  const comments = await admin.get('/components/1/comments?triage_status=all')
  expect(comments.text).toContain('Three?')
  // Signing in changes counters and adds an audit entry.
  return [...answers.slice(0, 2), ...answers.slice(3, 4), ...answers.slice(5), comments].map(
    ({ text }) => text,
  )
}

/** Runs a statement in the database of a stopped service and returns its rows. */
async function send<T>({ env }: ServiceHome, statement: string): Promise<T[]> {
  const database = await openDatabase({ dataDir: 'memory:', url: env.DATABASE_URL })
  try {
    return (await sql.raw<T>(statement).execute(database.queries)).rows
  } finally {
    await database.close()
  }
}

/** The rows in the database of a stopped service; the server may still be running a killed statement. */
async function readProjects(home: ServiceHome): Promise<string[]> {
  const rows = await send<{ name: string }>(home, 'select name from projects order by id')
  return rows.map(({ name }) => name)
}

const runBackup = (folder: ServiceFolder, path: string) => runBackupCommand('backup', folder.env, path)
const restore = (folder: ServiceFolder, ...args: string[]) => runBackupCommand('restore', folder.env, ...args)
const DONE = { code: 0 }

/** Kills a running command; returns whether it was still running. */
async function killDuring(command: Service, hasBegun: () => Promise<boolean> | boolean): Promise<boolean> {
  await vi.waitUntil(async () => command.process.exitCode !== null || (await hasBegun()), {
    timeout: 60_000,
    interval: 1,
  })
  const killed = command.process.kill('SIGKILL')
  await command.ended
  return killed
}

describe('a backup', () => {
  test('restores on another server, where the service gives the same answers', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await runBackup(home, file)).toEqual({ code: 1, line: expect.stringContaining('already') })

    expect(await restore(otherHome, file)).toMatchObject(DONE)
    const service = start(otherHome)
    expect(await read(service)).toEqual(before)
    // The sequences continue.
    const admin = await signIn(await service.ready, EMAIL, PASSWORD)
    expect((await admin.post('/projects', { project: { name: 'Next' } })).body.project.id).toBe(2)
    await service.stop()

    expect(await restore(otherHome, file)).toEqual({
      code: 1,
      line: expect.stringMatching(/^[^\n]*is not empty; [^\n]*--replace$/),
    })
    expect(await restore(otherHome, '--replace', file)).toMatchObject(DONE)
    expect(await readProjects(otherHome)).toEqual(['Harbor'])
  })

  test('requires no PostgreSQL programs, runs while the service runs, and restores only without other connections', async () => {
    const service = start(home)
    await service.ready
    const other = join(home.cwd, 'x.backup')
    const withoutPrograms = (target: ServiceHome) => ({
      cwd: target.cwd,
      env: { ...target.env, PATH: join(home.cwd, 'no-programs') },
    })
    const createContent = startBackupCommand('backup', withoutPrograms(home), other)
    expect([await createContent.ended, createContent.stdout(), createContent.stderr()]).toEqual([
      0,
      expect.stringMatching(/^[^\n]*x\.backup[^\n]*\n$/),
      '',
    ])
    expect(await restore(home, other, '--replace')).toEqual({
      code: 1,
      line: expect.stringMatching(/others are connected to the database; stop the service first$/),
    })
    await service.stop()
    const restored = startBackupCommand('restore', withoutPrograms(otherHome), other)
    expect([await restored.ended, restored.stderr()]).toEqual([0, ''])
    const again = startBackupCommand('restore', withoutPrograms(otherHome), other)
    expect([await again.ended, again.stdout(), again.stderr()]).toEqual([
      1,
      '',
      expect.stringMatching(/^[^\n]*--replace\n$/),
    ])
  })

  test('a backup that is unusable or cannot be written is reported in one line with its name, and changes no data', async () => {
    const rows = () => send(home, 'select * from projects, components, reviews')
    const stored = await rows()
    const broken = join(home.cwd, 'broken.backup')
    const content = await readFile(file)
    for (const bytes of [Buffer.from('none'), content.subarray(0, content.length / 2), Buffer.alloc(0)]) {
      await writeFile(broken, bytes)
      expect(await restore(home, broken, '--replace')).toEqual({
        code: 1,
        line: expect.stringMatching(/^\S+\/broken\.backup is (damaged|truncated)[^\n]+$/),
      })
    }
    const absent = join(home.cwd, 'absent')
    for (const [command, path, reason] of [
      ['restore', absent, 'cannot be read: the file or its folder does not exist'],
      ['restore', home.cwd, 'cannot be read: it is a directory'],
      ['backup', join(absent, 'x.backup'), 'cannot be written: the file or its folder does not exist'],
    ] as const) {
      expect(await runBackupCommand(command, home.env, path)).toEqual({ code: 1, line: `${path} ${reason}` })
    }
    expect(await restore(home)).toMatchObject({ code: 2 })
    expect(stored).toHaveLength(1)
    expect(await rows()).toEqual(stored)
  })

  test('a backup of a server that does not answer names the setting and the host', async () => {
    const away = { ...home, env: { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/rules' } }
    expect(await runBackup(away, join(home.cwd, 'away.backup'))).toEqual({
      code: 1,
      line: expect.stringMatching(
        /^DATABASE_URL: the database rules at 127\.0\.0\.1:1 cannot be opened: [^\n]*ECONNREFUSED[^\n]*$/,
      ),
    })
  })

  test('a backup of an older version is migrated at the next start', async () => {
    expect(await restore(otherHome, file)).toMatchObject(DONE)
    // The state that a version before the last migration leaves.
    const database = await openDatabase({ dataDir: 'memory:', url: otherHome.env.DATABASE_URL })
    await database.orm.migrator.down()
    await database.close()
    const old = join(otherHome.cwd, 'old.backup')
    expect(await runBackup(otherHome, old)).toMatchObject(DONE)
    expect(await restore(otherHome, '--replace', old)).toMatchObject(DONE)
    const later = start(otherHome)
    const admin = await signIn(await later.ready, EMAIL, PASSWORD)
    expect((await admin.get('/health_check/migrations')).text).toBe('ok')
  })

  test('leaves the database unchanged or fully restored when the restore is killed', async () => {
    expect(await restore(otherHome, file)).toMatchObject(DONE)
    await send(otherHome, "update projects set name = 'Before'")
    const name = new URL(otherHome.env.DATABASE_URL).pathname.slice(1)
    // Uses another database, because a restore rejects a database with other connections.
    const writing = `select from pg_stat_activity where datname = '${name}' and query ~ '^(copy|alter|truncate|create)'`
    const outcomes: string[] = []
    while (!outcomes.includes('Before') && outcomes.length < ATTEMPTS) {
      const command = startBackupCommand('restore', otherHome, file, '--replace')
      await killDuring(command, async () => (await send(home, writing)).length > 0)
      const names = await readProjects(otherHome)
      expect([['Before'], ['Harbor']]).toContainEqual(names)
      outcomes.push(String(names))
      await send(otherHome, "update projects set name = 'Before'")
    }
    expect(outcomes).toContain('Before')
    // The killed session stays connected until the server notices.
    await vi.waitFor(async () => expect(await restore(otherHome, file, '--replace')).toMatchObject(DONE), {
      timeout: 60_000,
      interval: 200,
    })
    expect(await readProjects(otherHome)).toEqual(['Harbor'])
  })

  test('does not exist if its command is killed, and the next backup replaces the partial file', async () => {
    const name = join(otherHome.cwd, 'killed.backup')
    const draft = `${name}.part`
    for (let attempt = 0; attempt < ATTEMPTS && !existsSync(draft); attempt += 1) {
      await rm(name, { force: true })
      await killDuring(startBackupCommand('backup', home, name), () => existsSync(draft))
    }
    expect([existsSync(name), existsSync(draft)]).toEqual([false, true])
    expect(await runBackup(home, name)).toMatchObject(DONE)
    expect([existsSync(name), existsSync(draft)]).toEqual([true, false])
    expect(await restore(otherHome, name)).toMatchObject(DONE)
    expect(await readProjects(otherHome)).toEqual(['Harbor'])
  })
})
