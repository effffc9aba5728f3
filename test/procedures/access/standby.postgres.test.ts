import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../../src/app/create-app.ts'
import { createServices } from '../../../src/app/create-services.ts'
import { ensureFirstAdministrator } from '../../../src/auth/accounts/bootstrap.ts'
import { toKysely, type Database } from '../../../src/database/database.ts'
import { mapDatabaseError } from '../../../src/database/map-database-error.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { expectStatus } from '../../support/http.ts'
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.ts'
import { rest, type Rest } from '../../support/rest.ts'
import { createFileForm, createGuideFile } from '../../support/uploads.ts'
import { createWorldUnder } from '../../support/world.ts'
import { runTransaction } from '../../support/writers.ts'

const PASSWORD = 'Kestrel!7 over Mire#42'
const REST_MS = 31_000
const ELAPSED_MS = 60_000
const world = createWorldUnder({
  RATE_LIMIT_ENABLED: 'false',
  BOOTSTRAP_ADMIN_EMAIL: 'writer@example.org',
  BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
})
let now = new Date()
let primary: PostgresServer
let standby: PostgresServer
let database: Database
let app: ReturnType<typeof createApp>
let writer: Rest
let reader: Rest
let ids: { project: number; rule: number; reader: number }

beforeAll(async () => {
  primary = await startPostgresServer()
  await primary.ask('create database pair')
  standby = await startPostgresServer([], { primary })
  const urls = { url: primary.url('pair'), replicaUrls: [standby.url('pair')] }
  database = await openDatabase({ ...urls, dataDir: 'memory:' })
  await database.migrate()
  const { env, log } = world.services
  const services = createServices({ env, database, log, clock: () => now })
  await ensureFirstAdministrator(services)
  app = createApp(services)
  writer = await createSignedIn('writer@example.org')
  ids = await createFixture()
})
afterAll(async () => {
  await database?.close()
  await standby?.remove()
  await primary?.remove()
})
afterEach(() => void vi.useRealTimers())
/** Waits until no user has just written, and the standby is up to date. */
beforeEach(async () => {
  now = new Date(now.getTime() + ELAPSED_MS)
  await standby.ask('select pg_wal_replay_resume()')
  await waitUntilCaughtUp()
})

async function createSignedIn(email: string): Promise<Rest> {
  const answer = expectStatus(200, await rest(app).post('/api/auth/login', { email, password: PASSWORD }))
  return rest(app, {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  })
}

async function createFixture() {
  const { srg } = expectStatus(
    200,
    await writer.post('/srgs', createFileForm('guide.xml', createGuideFile())),
  ).body
  const { project } = expectStatus(200, await writer.post('/projects', { project: { name: 'Pair' } })).body
  const input = { name: 'One', prefix: 'PAIR-01', title: 'One', security_requirements_guide_id: srg.id }
  const created = await writer.post(`/projects/${project.id}/components`, { component: input })
  const { component } = expectStatus(200, created).body
  const { rules } = (await writer.get(`/components/${component.id}/rules_picker`)).body
  const person = { name: 'Reader', email: 'reader@example.org', password: PASSWORD }
  const { user } = expectStatus(200, await writer.post('/users/admin_create', { user: person })).body
  await join(project.id, user.id)
  reader = await createSignedIn(person.email)
  return { project: project.id, rule: rules[0].id, reader: user.id }
}

async function join(project: number, user: number): Promise<number> {
  const membership = { user_id: user, role: 'viewer', membership_type: 'Project', membership_id: project }
  return expectStatus(200, await writer.post('/memberships', { membership })).body.membership?.id
}

async function waitUntilCaughtUp(): Promise<void> {
  const [position] = await primary.ask<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  await vi.waitFor(
    async () => {
      const [row] = await standby.ask<{ there: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
        [position?.lsn],
      )
      expect(row?.there).toBe(true)
    },
    { timeout: 30_000, interval: 20 },
  )
}

const createComment = async (author = writer) =>
  expectStatus(
    200,
    await author.post(`/rules/${ids.rule}/reviews`, { review: { action: 'comment', comment: 'Why?' } }),
  )
/** The number of comments in the project's summary for this user. */
const readCount = async (client: Rest): Promise<number> =>
  expectStatus(200, await client.get(`/api/projects/${ids.project}/triage_summary`)).body.total

describe('a service with a streaming standby', () => {
  test('lets others read what the standby holds, and writers always read their own writes', async () => {
    const before = await readCount(reader)
    await standby.ask('select pg_wal_replay_pause()')
    await createComment()
    expect([await readCount(reader), await readCount(writer)]).toEqual([before, before + 1])
    now = new Date(now.getTime() + ELAPSED_MS)
    expect([await readCount(reader), await readCount(writer)]).toEqual([before, before + 1])
    await standby.ask('select pg_wal_replay_resume()')
    await waitUntilCaughtUp()
    expect([await readCount(reader), await readCount(writer)]).toEqual([before + 1, before + 1])
  })

  test('serves a writer from the standby once it holds the write', async () => {
    await createComment()
    now = new Date(now.getTime() + ELAPSED_MS)
    await waitUntilCaughtUp()
    const before = await readCount(writer)
    await standby.ask('select pg_wal_replay_pause()')
    await createComment(reader)
    expect(await readCount(writer)).toBe(before)
  })

  test('rejects a removed member and an ended session at once', async () => {
    await standby.ask('select pg_wal_replay_pause()')
    await database.queries.deleteFrom('memberships').where('user_id', '=', ids.reader).execute()
    expect((await reader.get(`/api/projects/${ids.project}/triage_summary`)).status).toBe(404)
    await join(ids.project, ids.reader)
    expect((await reader.get(`/api/projects/${ids.project}/triage_summary`)).status).toBe(200)
    await database.queries.deleteFrom('sessions').where('user_id', '=', ids.reader).execute()
    expect((await reader.get(`/api/projects/${ids.project}/triage_summary`)).status).toBe(401)
    reader = await createSignedIn('reader@example.org')
  })

  test('skips an unavailable standby, which returns automatically', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const before = await readCount(reader)
    await standby.stop('immediate')
    await createComment()
    expect(await readCount(reader)).toBe(before + 1)
    await standby.start()
    await waitUntilCaughtUp()
    await standby.ask('select pg_wal_replay_pause()')
    await createComment()
    expect(await readCount(reader)).toBe(before + 2)
    vi.advanceTimersByTime(REST_MS)
    expect(await readCount(reader)).toBe(before + 1)
  })
})

test('does not report a commit as done if it stopped waiting for its synchronous standby', async () => {
  await runTransaction(database, (em) => sql`create table unsure (id integer)`.execute(toKysely(em)))
  await primary.ask(`alter system set synchronous_standby_names = 'nobody'`)
  await primary.ask('select pg_reload_conf()')
  let outcome: unknown = 'done'
  try {
    // The server reloads its settings asynchronously; until then commits don't wait.
    while (outcome === 'done') outcome = await cancelWrite()
  } finally {
    await primary.ask('alter system reset synchronous_standby_names')
    await primary.ask('select pg_reload_conf()')
  }
  expect(outcome).toBe(503)
  await runTransaction(database, (em) => sql`drop table unsure`.execute(toKysely(em)))
})

/** Writes a row, and cancels all commits that wait for a standby until the write is answered. */
async function cancelWrite(): Promise<unknown> {
  let isAnswered = false
  const written = runTransaction(database, (em) => sql`insert into unsure values (1)`.execute(toKysely(em)))
    .then(
      () => 'done',
      (error: unknown) => mapDatabaseError(error)?.status,
    )
    .finally(() => (isAnswered = true))
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`
  await vi.waitFor(
    async () => {
      await primary.ask(cancel)
      expect(isAnswered).toBe(true)
    },
    { timeout: 30_000, interval: 20 },
  )
  return written
}

test('uses the primary among several servers in one address, also after a failover', async () => {
  const [first, second] = [new URL(standby.url('pair')), new URL(primary.url('pair'))]
  const url = `postgres://postgres@${first.host},${second.host}/pair?target_session_attrs=read-write`
  const pair = await openDatabase({ url, dataDir: 'memory:' })
  const write = async () => {
    await runTransaction(pair, (em) => sql`insert into taken_over values (1)`.execute(toKysely(em)))
    const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(pair.queries)
    return rows[0]?.port
  }
  await sql`create table taken_over (id integer)`.execute(pair.queries)
  expect(await write()).toBe(second.port)
  await waitUntilCaughtUp()
  await primary.stop('immediate')
  expect(mapDatabaseError(await write().catch((error: unknown) => error))?.status).toBe(503)
  await standby.ask('select pg_promote()')
  expect(await write()).toBe(first.port)
  await pair.close()
})
