import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ADMIN } from '../../verification/chaos/supervised-service.ts'
import { createServiceUnderTest, createAccount, type ServiceUnderTest } from '../chaos/service-under-test.ts'
import { startChatHook, type ChatHook } from '../support/chat-hook.ts'
import { createSession, expectStatus, http } from '../support/http.ts'
import { openLiveStream } from '../support/live-stream.ts'
import type { Answer, Rest } from '../support/rest.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'

const TIMEOUT_MS = { timeout: 60_000, interval: 50 }
const SEARCHES = 10
let home: ServiceHome
let hook: ChatHook
let db: Client
let services: Record<'one' | 'two', Service>
let jobId: string
let two: string
let cookie: string
let target: ServiceUnderTest

function start(name: 'one' | 'two'): Service {
  const env = {
    ...home.env,
    WORKERS: '2',
    CHAT_WEBHOOK_URL: hook.url(name),
    RATE_LIMIT_USER_SEARCH: `${SEARCHES}/1d`,
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
  }
  return startService({ cwd: home.cwd, env })
}

beforeAll(async () => {
  home = await createServiceHome()
  hook = await startChatHook()
  services = { one: start('one'), two: start('two') }
  ;[jobId, two] = await Promise.all([services.one.ready, services.two.ready])
  db = new Client({ connectionString: home.env['DATABASE_URL'] ?? '' })
  db.on('error', () => undefined)
  await db.connect()
  cookie = await createSession(jobId, ADMIN.email, ADMIN.password)
  target = await createServiceUnderTest({ url: jobId }, 0)
})
afterAll(async () => {
  for (const service of Object.values(services)) service.process.kill('SIGKILL')
  await db?.end()
  await hook?.close()
  await home?.remove()
})

/** A client that opens a new connection for every request, so that requests reach all workers. */
const createClient = (url: string, session = cookie): Rest =>
  http(url, { connection: 'close', ...(session === '' ? {} : { cookie: session }) })
/** A client of either service, in turn. */
const pickService = (index: number, session = cookie) => createClient(index % 2 === 0 ? jobId : two, session)

async function createPerson(name: string) {
  const { id, email } = await createAccount(createClient(jobId), name)
  return { id, email, cookie: await createSession(two, email, ADMIN.password) }
}

const listStatuses = (answers: Answer[]) => answers.map(({ status }) => status)

describe('two services of two processes each on one database', () => {
  test('share sessions, and the events that end them', async () => {
    const person = await createPerson('anna')
    const requests = [0, 1, 2, 3, 4, 5, 6, 7]
    const readMe = () =>
      Promise.all(requests.map((index) => pickService(index, person.cookie).get('/api/auth/me')))
    expect(listStatuses(await readMe())).toEqual(requests.map(() => 200))
    expectStatus(200, await createClient(two, person.cookie).delete('/api/auth/logout'))
    expect(listStatuses(await readMe())).toEqual(requests.map(() => 401))
  })

  test('count wrong passwords together, and lock for both', async () => {
    const { email } = await createPerson('bert')
    const wrong = { email, password: 'Not-that+1-Password' }
    for (let index = 0; index < 3; index += 1) await pickService(index, '').post('/api/auth/login', wrong)
    const right = { email, password: ADMIN.password }
    const answers = [0, 1].map((index) => pickService(index, '').post('/api/auth/login', right))
    expect(listStatuses(await Promise.all(answers))).toEqual([423, 423])
  })

  test('count rate limits together', async () => {
    const { cookie: session } = await createPerson('carl')
    const answers = await Promise.all(
      Array.from({ length: 2 * SEARCHES }, (_, index) =>
        pickService(index, session).get(`/api/users/search?q=anna&membership_type=Project&membership_id=1`),
      ),
    )
    expect(listStatuses(answers).filter((status) => status === 429)).toHaveLength(SEARCHES)
  })

  test('run a request with a key once, whichever service receives it', async () => {
    const sent = Array.from({ length: 8 }, async (_, index) => {
      const project = { project: { name: 'Under one key' } }
      const send = () => pickService(index).post('/projects', project, { 'idempotency-key': 'the same' })
      return vi.waitFor(async () => expectStatus(200, await send()), TIMEOUT_MS)
    })
    const ids = (await Promise.all(sent)).map(({ body }) => body.project.id)
    expect(new Set(ids).size).toBe(1)
    const { rows } = await db.query(`select id from projects where name = 'Under one key'`)
    expect(rows).toEqual([{ id: ids[0] }])
  })

  test('deliver each other’s events to live streams once and in order, with current totals', async () => {
    const path = `/components/${target.componentId}/events`
    const boards = await Promise.all([jobId, two, jobId, two].map((url) => openLiveStream(url, path, cookie)))
    const readTotal = async (url: string) => {
      const list = `/components/${target.componentId}/comments?triage_status=all&q=quorum`
      return (await createClient(url).get(list)).body.pagination.total
    }
    const ids: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const review = { action: 'comment', comment: `What is the quorum of ${index}?` }
      const rule = target.openRules[index] ?? 0
      const { body } = expectStatus(200, await pickService(index).post(`/rules/${rule}/reviews`, { review }))
      ids.push(body.review.id)
      expect(await Promise.all([jobId, two, jobId, two].map(readTotal))).toEqual(Array(4).fill(ids.length))
    }
    for (const { events, leave } of boards) {
      const listReceived = () =>
        events.filter(({ event }) => event === 'comment.created').map(({ data }) => data['review_id'])
      await vi.waitFor(() => expect(listReceived()).toEqual(ids), TIMEOUT_MS)
      leave()
    }
  })

  test('run a job once, and both report it and serve its result', async () => {
    const later = { prefer: 'respond-async' }
    const requests = [0, 1, 2, 3].map((index) =>
      pickService(index).get('/api/audits/export/csv', null, later),
    )
    for (const { body } of await Promise.all(requests)) {
      const jobs = [jobId, two].map((url) =>
        vi.waitFor(async () => {
          const job = (await createClient(url).get(`/jobs/${body.id}`)).body
          expect(job.state).toBe('done')
          return job
        }, TIMEOUT_MS),
      )
      await Promise.all(jobs)
      const [first, second] = await Promise.all(
        [jobId, two].map((url) => createClient(url).get(body.result_url)),
      )
      expect(first?.text).toBe(second?.text)
    }
    expect((await db.query('select distinct attempts from jobs')).rows).toEqual([{ attempts: 1 }])
  })

  test('deliver each message once', async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `message ${index}`)
    await tell(titles)
    await waitUntilDelivered()
    const messages = hook.got.filter(({ title }) => title.startsWith('message '))
    expect(messages.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
  })
})

describe('a service that is killed', () => {
  test('leaves the message that it was sending to the other service, which sends it once more', async () => {
    const titles = Array.from({ length: 20 }, (_, index) => `parcel ${index}`)
    const heldMessage = hook.hold('parcel 7')
    await tell(titles)
    const sender = await heldMessage
    expect(['one', 'two']).toContain(sender)
    const dead = sender === 'one' ? services.one : services.two
    dead.process.kill('SIGKILL')
    await dead.ended
    await db.query(
      `update outbox_messages set next_attempt_at = now() where delivered_at is null and attempts > 0`,
    )
    await waitUntilDelivered()
    const messages = hook.got.filter(({ title }) => title.startsWith('parcel '))
    expect(messages.map(({ title }) => title).toSorted()).toEqual([...titles, 'parcel 7'].toSorted())
    expect(messages.filter(({ title }) => title === 'parcel 7').map(({ service }) => service)).toEqual([
      sender,
      sender === 'one' ? 'two' : 'one',
    ])
    const living = sender === 'one' ? two : jobId
    expect((await createClient(living).get('/api/auth/me')).status).toBe(200)
  })
})

/** Puts chat messages with these first lines into the outbox, as one transaction does. */
async function tell(titles: string[]): Promise<void> {
  await db.query(
    `insert into outbox_messages (kind, payload, next_attempt_at, created_at)
    select 'chat', jsonb_build_object('icon', 'ok', 'title', title, 'fields', '{}'::jsonb), now(), now()
    from unnest($1::text[]) title`,
    [titles],
  )
}

/** Waits until all chat messages are sent. */
function waitUntilDelivered(): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await db.query(
      `select id from outbox_messages where kind = 'chat' and delivered_at is null and abandoned_at is null`,
    )
    expect(rows).toEqual([])
  }, TIMEOUT_MS)
}
