import { describe, expect, it } from 'vitest'
import { MAX_LIBRARY_BYTES } from '../../../src/formats/upload.ts'
import { createOwnWorld, createWorldUnder } from '../../support/world.ts'

const limits = { RATE_LIMIT_ENABLED: 'true', REQUESTS_PER_PERSON: '1', REQUESTS_PER_ADDRESS: '1' }
const impatient = createOwnWorld({ ...limits, REQUESTS_WAIT: '1', RATE_LIMIT_WRITE: '3/365d' })
const patient = createWorldUnder({ ...limits, REQUESTS_WAIT: '60s' })
const free = createWorldUnder({ BOARDS_PER_PERSON: '2' })

describe('requests of one user', () => {
  it('E-20: are queued and all answered', async () => {
    const rest = await patient.rest(await patient.createUser())
    const names = Array.from({ length: 30 }, (_, index) => `Project ${index}`)
    const answers = await Promise.all(names.map((name) => rest.post('/projects', { project: { name } })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('E-20: are answered with 429 and Retry-After when they wait too long, with any session or token', async () => {
    const user = await impatient.createUser()
    const permit = await impatient.services.concurrency
      .requests?.(`person ${user.id}`)
      .acquire(`person ${user.id}`)
    for (const rest of [
      await impatient.rest(user),
      await impatient.rest(user),
      await impatient.restWithToken(user),
    ]) {
      const { status, body, headers } = await rest.get('/projects')
      expect([status, body.reason]).toEqual([429, 'too_many_in_flight'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const others = await impatient.rest(await impatient.createUser())
    expect((await others.get('/projects')).status).toBe(200)
    permit?.()
    expect((await (await impatient.rest(user)).get('/projects')).status).toBe(200)
  })

  it('count over tRPC too, with each call of a batch', async () => {
    const user = await impatient.createUser()
    const cookie = await impatient.createCookie(user)
    const batch = '/trpc/projects.list,projects.list,projects.list?batch=1&input=%7B%7D'
    const ask = () => impatient.app.request(batch, { headers: { cookie } })
    const permit = await impatient.services.concurrency
      .requests?.(`person ${user.id}`)
      .acquire(`person ${user.id}`)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('too_many_in_flight')
    permit?.()
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(200)
  })

  it('E-20: count for their address if they carry no credential', async () => {
    const permit = await impatient.services.concurrency
      .requests?.('address unknown')
      .acquire('address unknown')
    const rest = await impatient.rest()
    for (const answer of [
      await rest.get('/api/srgs/latest'),
      await rest.post('/api/auth/login', { email: 'a@b', password: 'x' }),
      await rest.get('/trpc/srgs.latest?input=%7B%7D'),
    ]) {
      expect(answer.status).toBe(429)
    }
    permit?.()
    expect((await rest.get('/api/srgs/latest')).status).toBe(200)
  })
})

it('a user may write a limited amount, regardless of the operation', async () => {
  const rest = await impatient.rest(await impatient.createUser())
  const create = (name: string) => rest.post('/projects', { project: { name } })
  const statuses = []
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await create(name)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await create('e')).body.reason).toBe('rate_limited')
  expect((await rest.get('/projects')).status).toBe(200)
})

describe('live streams of one user', () => {
  it('E-20: are limited over both transports, even without rate limits, and are free again when one closes', async () => {
    const project = await free.createProject()
    const user = await free.createMember(project, 'viewer')
    const cookie = await free.createCookie(user)
    const open = (path: string, method = 'GET') => free.app.request(path, { method, headers: { cookie } })
    const path = `/projects/${project.id}/events`
    const input = encodeURIComponent(JSON.stringify({ projectId: project.id }))
    const first = await open(path)
    const leaving = new AbortController()
    const second = await free.app.request(`/trpc/events.ofProject?input=${input}`, {
      headers: { cookie },
      signal: leaving.signal,
    })
    expect([first.status, second.status]).toEqual([200, 200])
    const refused = await open(path)
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('too_many_boards')])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const unsubscribed = await open(`/trpc/events.ofProject?input=${input}`)
    expect(await untilSaid(unsubscribed, 'too_many_boards')).toContain('too_many_boards')
    expect((await open(path, 'HEAD')).status).toBe(200)
    const other = await free.createCookie(await free.createMember(project, 'viewer'))
    const otherResponse = await free.app.request(path, { headers: { cookie: other } })
    expect(otherResponse.status).toBe(200)
    await first.body?.cancel()
    const third = await open(path)
    expect(third.status).toBe(200)
    leaving.abort()
    await second.body?.cancel()
    const fourth = await open(path)
    expect(fourth.status).toBe(200)
    for (const board of [third, fourth, otherResponse]) await board.body?.cancel()
  })
})

/** The text of a stream that need not end, read up to this text. */
async function untilSaid(response: Response, expectedText: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes(expectedText)) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    text += piece.value
  }
  await reader?.cancel()
  return text
}

describe('memory for request bodies', () => {
  it('E-20: is counted by address for tRPC calls that are not authenticated yet', async () => {
    const user = await free.createUser()
    const call = async () =>
      free.app.request('/trpc/projects.create', {
        method: 'POST',
        headers: { cookie: await free.createCookie(user), 'content-type': 'application/json' },
        body: JSON.stringify({ project: { name: 'By tRPC' } }),
      })
    const reservation = free.services.concurrency.memory.open('address unknown')
    reservation.reserve(64 * 1024 * 1024)
    const rejected = await call()
    reservation.release()
    expect([rejected.status, (await call()).status]).toEqual([503, 200])
    expect(await rejected.text()).toContain('uploads_busy')
  })
})

describe('disk space for uploads', () => {
  it('holds a library of the largest size that POST /guides accepts for one user', () => {
    const reservation = free.services.concurrency.disk.open('person 1')
    expect(() => reservation.reserve(MAX_LIBRARY_BYTES)).not.toThrow()
    reservation.release()
  })
})
