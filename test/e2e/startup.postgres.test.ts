import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { http, signIn } from '../support/http.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'

let home: ServiceHome
const started: Service[] = []

beforeEach(async () => {
  home = await createServiceHome()
})
afterEach(async () => {
  for (const { process } of started.splice(0)) process.kill('SIGKILL')
  await home.remove()
})

function start(env: Record<string, string> = {}): Service {
  const service = startService({ cwd: home.cwd, env: { ...home.env, ...env } })
  started.push(service)
  return service
}

/** The processes that this one has forked. */
function listChildren(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/** Whether a process is running; a zombie is not. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('several processes behind one port', () => {
  test('log readiness once, replace a worker that dies, and end together', async () => {
    const service = start({ WORKERS: '2' })
    const url = await service.ready
    const before = listChildren(service.process.pid)
    expect(before).toHaveLength(2)
    expect((await http(url).get('/health_check')).text).toBe('ok')

    process.kill(before[0] ?? 0, 'SIGKILL')
    await service.says('a worker died and is replaced')
    await vi.waitUntil(() => listChildren(service.process.pid).length === 2, {
      timeout: 60_000,
      interval: 50,
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => http(url).get('/up')))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200))
    expect(service.stdout().match(/is ready at/g)).toHaveLength(1)

    const after = listChildren(service.process.pid)
    expect(await service.stop()).toBe(0)
    expect(after.filter(isRunning)).toEqual([])
  })

  test('end when the first process is killed', async () => {
    const service = start({ WORKERS: '2' })
    await service.ready
    const workers = listChildren(service.process.pid)
    service.process.kill('SIGKILL')
    await service.ended
    await vi.waitUntil(() => !workers.some(isRunning), { timeout: 60_000, interval: 50 })
  })
})

test('a service that is killed during a migration leaves no partial change, and the next one migrates', async () => {
  home = await createServiceHome({ migrated: false })
  const db = new Client({ connectionString: home.env.DATABASE_URL })
  await db.connect()
  const querySchema = async (question: string) =>
    Number((await db.query(`select count(*) as many ${question}`)).rows[0].many)
  const ownConnections = `datname = current_database() and pid <> pg_backend_pid()`
  const service = start()
  const atWork = `from pg_locks join pg_stat_activity using (pid)
    where ${ownConnections} and locktype = 'relation' and mode = 'AccessExclusiveLock' and granted`
  await vi.waitUntil(async () => (await querySchema(atWork)) > 10, { timeout: 60_000, interval: 5 })
  service.process.kill('SIGKILL')
  await service.ended
  await vi.waitUntil(async () => (await querySchema(`from pg_stat_activity where ${ownConnections}`)) === 0, {
    timeout: 60_000,
    interval: 20,
  })
  expect(
    await querySchema(`from pg_tables where schemaname = 'public' and tablename not like 'mikro%'`),
  ).toBe(0)
  expect((await http(await start().ready).get('/health_check')).text).toBe('ok')
  await db.end()
})

test('a service rejects a database of an older, unreleased version with one line that says what to do', async () => {
  home = await createServiceHome({ migrated: false })
  const db = new Client({ connectionString: home.env.DATABASE_URL })
  await db.connect()
  await db.query(`create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz);
    insert into mikro_orm_migrations (name) values ('Migration20261122110000_extensions')`)
  await db.end()
  const service = start()
  const message =
    /^Rulewright did not start: DATABASE_URL: the database [^\n]+ cannot be brought up to date: it was created by an older, unreleased version \(Migration20261122110000_extensions\); start with an empty database, and import projects from JSON archives of that version\n$/
  expect([await service.ended, service.stderr()]).toEqual([1, expect.stringMatching(message)])
})

test('E-22: a wrong address of the database server is reported with its host', async () => {
  const direct = new URL(home.env['DATABASE_URL'] ?? '')
  direct.port = '1'
  const service = start({ DATABASE_DIRECT_URL: direct.href })
  const expected =
    /^Rulewright did not start: DATABASE_DIRECT_URL: the database \S+ at [^:\n]+:1 cannot be brought[^\n]*\n$/
  expect([await service.ended, service.stderr()]).toEqual([1, expect.stringMatching(expected)])
})

describe('services that share one database', () => {
  test('start at the same time: one migrates, one sign-in is shown, and it works for both', async () => {
    const services = [start(), start()]
    const urls = await Promise.all(services.map(({ ready }) => ready))
    const signIns = services.flatMap((service) => {
      const [, email = '', password] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(service.stdout()) ?? []
      return password === undefined ? [] : [{ email, password }]
    })
    expect(signIns).toHaveLength(1)
    for (const url of urls) await signIn(url, signIns[0]?.email ?? '', signIns[0]?.password ?? '')
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0])
  })
})
