import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { testEngine } from '../support/db.ts'
import { signIn } from '../support/http.ts'
import { startService, type Service } from '../support/service.ts'
import { aServiceHome, type ServiceHome } from '../support/service-database.ts'

vi.setConfig({ testTimeout: 240_000 })

const EMAIL = 'admin@example.org'
const PASSWORD = 'Vsx4-Quiet-Harbour-Lantern-88'
const ACCOUNT = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
const READ = ['/projects', '/srgs', '/users', '/components', '/api/audits?per_page=100', '/rules/1']

/** A stopped service with something in it, what it answered, and its backup; no test changes it. */
let home: ServiceHome
let before: unknown[]
let file: string
/** Empty, for one test. */
let elsewhere: ServiceHome
const started: Service[] = []
beforeAll(async () => {
  home = await aServiceHome()
  before = await made(home)
  file = join(home.cwd, 'all.backup')
  expect(await command('backup', home, [file])).toMatchObject({
    code: 0,
    said: expect.stringContaining('all.backup'),
  })
})
afterAll(() => home?.remove())
beforeEach(async () => {
  elsewhere = await aServiceHome()
})
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
  await elsewhere.remove()
})

function start({ cwd, env }: ServiceHome, more: Record<string, string> = {}): Service {
  const service = startService({ cwd, env: { ...env, ...ACCOUNT, ...more }, brief: true })
  started.push(service)
  return service
}

/** Runs one of the two commands and answers its exit code and what it said. */
async function command(
  what: 'backup' | 'restore',
  { cwd, env }: ServiceHome,
  given: string[],
  path?: string,
) {
  const script = fileURLToPath(new URL(`../../src/backup/${what}.ts`, import.meta.url))
  const ran = startService({
    cwd,
    env: { ...env, ...(path === undefined ? {} : { PATH: path }) },
    script,
    given,
    brief: true,
  })
  ran.ready.catch(() => undefined)
  const code = await ran.ended
  return { code, said: ran.stdout() + ran.stderr() }
}

/** Makes a guide, a project, a component and a comment, and stops the service again. */
async function made(place: ServiceHome): Promise<unknown[]> {
  const service = start(place)
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
  // Signing in counts, and leaves an entry in the trail.
  return [...answers.slice(0, 2), ...answers.slice(3, 4), ...answers.slice(5), comments].map(
    ({ text }) => text,
  )
}

/** Sends a statement to the database of a stopped service, and answers its rows. */
async function send<T>({ cwd, env }: ServiceHome, statement: string): Promise<T[]> {
  const url = env['DATABASE_URL']
  const database = await openDatabase({ dataDir: join(cwd, 'data'), ...(url === undefined ? {} : { url }) })
  try {
    return (await sql.raw<T>(statement).execute(database.queries)).rows
  } finally {
    await database.close()
  }
}

/** What is in the database of a service that does not run; the server may still be at work on what was killed. */
async function projectsOf(place: ServiceHome): Promise<string[]> {
  const rows = await send<{ name: string }>(place, 'select name from projects order by id')
  return rows.map(({ name }) => name)
}

describe('a backup', () => {
  test('is restored elsewhere, and answers the same', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await command('backup', home, [file])).toMatchObject({
      code: 1,
      said: expect.stringContaining('already'),
    })

    expect(await command('restore', elsewhere, [file])).toMatchObject({ code: 0 })
    const service = start(elsewhere)
    expect(await read(service)).toEqual(before)
    // What is made next gets the next ids.
    const admin = await signIn(await service.ready, EMAIL, PASSWORD)
    expect((await admin.post('/projects', { project: { name: 'Next' } })).body.project.id).toBe(2)
    await service.stop()

    const again = await command('restore', elsewhere, [file])
    expect(again).toMatchObject({ code: 1, said: expect.stringMatching(/^[^\n]*say --replace\n$/) })
    expect(await command('restore', elsewhere, ['--replace', file])).toMatchObject({ code: 0 })
    expect(await projectsOf(elsewhere)).toEqual(['Harbor'])
  })

  test('of an embedded database, and its restoring, wait until the service is stopped', async ({ skip }) => {
    if (testEngine() !== 'embedded') skip()
    const service = start(elsewhere)
    await service.ready
    const refused = {
      code: 1,
      said: expect.stringMatching(/^[^\n]* is in use by process \d+; stop it[^\n]*\n$/),
    }
    const other = join(elsewhere.cwd, 'x.backup')
    expect(await command('backup', elsewhere, [other])).toMatchObject(refused)
    await writeFile(other, Buffer.from([0x1f, 0x8b, 0, 0, 0, 0]))
    expect(await command('restore', elsewhere, [other, '--replace'])).toMatchObject(refused)
    expect((await readdir(elsewhere.cwd)).toSorted()).toEqual(['data', 'x.backup'])
  })

  test('of a server is made while the service runs, and restored when nobody else is connected', async ({
    skip,
  }) => {
    if (testEngine() === 'embedded') skip()
    const service = start(home)
    await service.ready
    const other = join(home.cwd, 'x.backup')
    expect(await command('backup', home, [other])).toMatchObject({ code: 0 })
    const refused = {
      code: 1,
      said: expect.stringMatching(/others are connected to the database; stop the service first\n$/),
    }
    expect(await command('restore', home, [other, '--replace'])).toMatchObject(refused)
    await service.stop()
    const nowhere = join(home.cwd, 'nowhere')
    const missing = await command('backup', home, [`${other}2`], nowhere)
    expect(missing).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^pg_dump is not installed[^\n]*\n$/),
    })
    const old = join(home.cwd, 'old')
    await mkdir(old)
    await writeFile(join(old, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n', { mode: 0o755 })
    const older = await command('backup', home, [`${other}2`], `${old}:/usr/bin:/bin`)
    expect(older).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^pg_dump is of version 9, [^\n]*\n$/),
    })
  })

  test('of a newer version is refused, and what is no backup too, with everything as it was', async () => {
    const late = join(home.cwd, 'new.backup')
    const newer = "insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')"
    await send(home, newer)
    expect(await command('backup', home, [late])).toMatchObject({ code: 0 })
    await send(home, "delete from mikro_orm_migrations where name like 'Migration2999%'")
    const refused = {
      code: 1,
      said: expect.stringMatching(/^[^\n]*newer version[^\n]*Migration29990101000000_later[^\n]*\n$/),
    }
    expect(await command('restore', home, [late, '--replace'])).toMatchObject(refused)
    const broken = join(home.cwd, 'broken.backup')
    const whole = await readFile(late)
    for (const bytes of [Buffer.from('none'), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
      await writeFile(broken, bytes)
      const { code, said } = await command('restore', home, [broken, '--replace'])
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/^\S+\/broken\.backup is (no backup|damaged: [^\n]+)\n$/),
      ])
      expect(said).not.toMatch(/pg_restore: pg_restore/)
    }
    const absent = join(home.cwd, 'absent')
    for (const [what, path, why] of [
      ['restore', absent, 'cannot be read: it, or its folder, is not there'],
      ['restore', home.cwd, 'cannot be read: it is a directory'],
      ['backup', join(absent, 'x.backup'), 'cannot be written: it, or its folder, is not there'],
    ] as const)
      expect(await command(what, home, [path])).toEqual({ code: 1, said: `${path} ${why}\n` })
    expect(await command('restore', home, [])).toMatchObject({ code: 2 })
    expect(await read(start(home))).toEqual(before)
  })

  test('of a server that is away names the setting and the host', async () => {
    const away = { ...home, env: { ...home.env, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/rules' } }
    const said =
      /^DATABASE_URL: the database rules at 127\.0\.0\.1:1 cannot be opened: [^\n]*ECONNREFUSED[^\n]*\n$/
    expect(await command('backup', away, [join(home.cwd, 'away.backup')])).toEqual({
      code: 1,
      said: expect.stringMatching(said),
    })
  })

  test('of an older version is brought up to date by the next start', async () => {
    expect(await command('restore', elsewhere, [file])).toMatchObject({ code: 0 })
    // As a version before the last migration would have left it.
    const url = elsewhere.env['DATABASE_URL']
    const dataDir = join(elsewhere.cwd, 'data')
    const database = await openDatabase({ dataDir, ...(url === undefined ? {} : { url }) })
    await database.orm.migrator.down()
    await database.close()
    const old = join(elsewhere.cwd, 'old.backup')
    expect(await command('backup', elsewhere, [old])).toMatchObject({ code: 0 })
    expect(await command('restore', elsewhere, ['--replace', old])).toMatchObject({ code: 0 })
    const later = start(elsewhere)
    const admin = await signIn(await later.ready, EMAIL, PASSWORD)
    expect((await admin.get('/health_check/migrations')).text).toBe('ok')
  })

  test('whose restoring is killed leaves what was there, or is there whole', async () => {
    expect(await command('restore', elsewhere, [file])).toMatchObject({ code: 0 })
    await send(elsewhere, "update projects set name = 'Before'")
    const script = fileURLToPath(new URL('../../src/backup/restore.ts', import.meta.url))
    const outcomes = new Set<string>()
    for (const after of [400, 700, 1000, 1300, 1800]) {
      const given = [file, '--replace']
      const ran = startService({ cwd: elsewhere.cwd, env: elsewhere.env, script, given, brief: true })
      ran.ready.catch(() => undefined)
      await Promise.race([pause(after), ran.ended])
      ran.process.kill('SIGKILL')
      await ran.ended
      const names = await projectsOf(elsewhere)
      expect([['Before'], ['Harbor']]).toContainEqual(names)
      outcomes.add(String(names))
      if (names[0] === 'Harbor') break
    }
    expect(outcomes.has('Before')).toBe(true)
    // The program that the killed one had started stays connected until it notices.
    await vi.waitFor(
      async () => expect(await command('restore', elsewhere, [file, '--replace'])).toMatchObject({ code: 0 }),
      { timeout: 60_000, interval: 200 },
    )
    expect(await read(start(elsewhere))).toEqual(before)
  })

  test('that is killed is not there, and the next one takes the place of its draft', async () => {
    const name = join(elsewhere.cwd, 'killed.backup')
    const draft = `${name}.part`
    const script = fileURLToPath(new URL('../../src/backup/backup.ts', import.meta.url))
    let killed = 0
    for (const later of [0, 20, 100]) {
      const ran = startService({ cwd: home.cwd, env: home.env, script, given: [name] })
      ran.ready.catch(() => undefined)
      await vi.waitUntil(() => existsSync(draft), { timeout: 60_000, interval: 1 })
      await pause(later)
      ran.process.kill('SIGKILL')
      await ran.ended
      if (existsSync(name)) break
      killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    if (!existsSync(name)) expect(await command('backup', home, [name])).toMatchObject({ code: 0 })
    expect(existsSync(draft)).toBe(false)
    expect(await command('restore', elsewhere, [name])).toMatchObject({ code: 0 })
    expect(await read(start(elsewhere))).toEqual(before)
  })
})
