import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { createServices } from '../../src/app/create-services.ts'
import { type Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { rest, type Rest } from '../support/rest.ts'
import { createDirectory, startService } from '../support/service.ts'
import { startSeverableProxy, type SeverableProxy } from '../support/severable-proxy.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let line: SeverableProxy
let database: Database
let client: Rest

beforeAll(async () => {
  line = await startSeverableProxy(world.database.url ?? '')
  database = await openDatabase({ url: line.url, dataDir: 'memory:' })
  const { env, log } = world.services
  const app = createApp(createServices({ env, database, log }))
  client = rest(app, { cookie: await world.createCookie(await world.createUser()) })
})
afterAll(async () => {
  await database.close()
  await line.cut()
})

const REQUESTS: [string, string, Record<string, unknown>?][] = [
  ['GET', '/api/auth/me'],
  ['GET', '/projects'],
  ['POST', '/projects', { project: { name: 'Later' } }],
  ['POST', '/api/auth/login', { email: 'a@example.org', password: 'x' }],
  ['POST', '/users/password', { user: { email: 'a@example.org' } }],
  ['GET', '/users/password/edit?reset_password_token=x'],
  ['GET', '/api/srgs/latest'],
]

describe('a database that becomes unavailable and returns', () => {
  it('E-21: is a 503 with Retry-After, and leaves no further error after it returns', async () => {
    expect((await client.get('/api/auth/me')).status).toBe(200)
    await line.cut()
    for (const [method, path, body] of REQUESTS) {
      const { status, headers, body: problem } = await client.send(method, path, body)
      expect([method, path, status]).toEqual([method, path, 503])
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(headers.get('retry-after')).toBe('5')
      expect(problem).toMatchObject({ status: 503, reason: 'service_unavailable' })
    }
    expect((await client.get('/health_check')).status).toBe(503)
    expect((await client.get('/up')).status).toBe(200)
    await line.restore()
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await client.post('/projects', { project: { name: 'Now' } })).status).toBe(200)
    expect((await client.get('/health_check')).status).toBe(200)
  })

  it('does not let running requests hang', async () => {
    const busy = Array.from({ length: 20 }, () => client.get('/projects'))
    await line.cut()
    const statuses = (await Promise.all(busy)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    await line.restore()
    expect((await client.get('/projects')).status).toBe(200)
  })

  it.each(['57P03', '55000', '53300'])('is a 503 while it refuses connections with %s', async (code) => {
    line.refuse(code)
    for (const [method, path, body] of REQUESTS) {
      const { status, headers, body: problem } = await client.send(method, path, body)
      expect([method, path, status]).toEqual([method, path, 503])
      expect(headers.get('retry-after')).toBe('5')
      expect(problem).toMatchObject({ status: 503, reason: 'service_unavailable' })
    }
    expect((await client.get('/health_check')).status).toBe(503)
    await line.restore()
    expect((await client.get('/projects')).status).toBe(200)
  })

  it.each(['57P03', '55000', '53300'])(
    'stops the start with one line if it refuses connections with %s',
    async (code) => {
      line.refuse(code)
      const { path: cwd, remove } = await createDirectory()
      const service = startService({ cwd, env: { DATABASE_URL: line.url } })
      expect(await service.ended).toBe(1)
      expect(service.stderr().trim().split('\n')).toEqual([
        expect.stringMatching(/DATABASE_URL: the database \S+ at 127\.0\.0\.1:[0-9]+ .*no connections today/),
      ])
      await remove()
      await line.restore()
    },
  )
})
