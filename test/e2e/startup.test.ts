import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { request as nodeRequest, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from '../../src/launch.ts'
import { http, signIn } from '../support/http.ts'
import { createDirectory, startService, type Service } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof createDirectory>>
const started: Service[] = []

beforeAll(async () => {
  directory = await createDirectory()
})
afterEach(() => {
  for (const { process } of started.splice(0)) process.kill('SIGKILL')
})
afterAll(() => directory.remove())

function start(env: Record<string, string> = {}, cwd = directory.path): Service {
  const service = startService({ cwd, env })
  started.push(service)
  return service
}

describe('a first start', () => {
  test('E-21: answers at the fixed addresses, prints one sign-in, keeps it for later starts, and closes live streams on shutdown', async () => {
    buildIfStale(['web'])
    const first = start()
    const url = await first.ready
    expect(first.stdout().match(/is ready at/g)).toHaveLength(1)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/)
    expect(first.stdout()).toContain(
      `is ready at ${url} (API reference: ${url}/docs; data: the embedded database in `,
    )

    const client = http(url)
    expect((await client.get('/up')).status).toBe(200)
    expect(await client.get('/health_check')).toMatchObject({ status: 200, text: 'ok' })
    expect((await client.get('/openapi.json')).body.openapi).toMatch(/^3\.1/)
    expect((await client.get('/docs')).text).toContain('<html')
    const root = await client.get('/')
    expect([root.status, root.headers.get('location')]).toEqual([302, '/app'])
    expect((await client.get('/app')).text).toContain('<div id="app"')

    const [, email = '', password = ''] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(first.stdout()) ?? []
    const admin = await signIn(url, email, password)
    expect((await admin.get('/api/auth/me')).body).toMatchObject({ email, admin: true })
    expect(await first.stop()).toBe(0)

    const second = start()
    await second.ready
    expect(second.stdout()).not.toContain('password')
    const again = await signIn(await second.ready, email, password)
    const refused = start()
    expect(await refused.ended).toBe(1)
    expect(refused.stderr().trim().split('\n')).toEqual([
      expect.stringContaining(`in use by process ${second.process.pid}`),
    ])

    const { project } = (await again.post('/projects', { project: { name: 'Live' } })).body
    const board = again.get(`/projects/${project.id}/events`)
    await second.says('/events')
    expect(await second.stop()).toBe(0)
    expect((await board).text).toContain('still here')
  })
})

describe('a start that fails', () => {
  test('E-22: lists every wrong setting without its value and without a stack', async () => {
    const service = start({ PORT: 'abc', WORKERS: '2', SMTP_URL: 'secret-thing' })
    expect(await service.ended).toBe(1)
    const [title, ...lines] = service.stderr().trim().split('\n')
    expect(title).toBe('The settings cannot be used:')
    expect(lines).toEqual([expect.stringContaining('PORT: '), expect.stringContaining('SMTP_URL: ')])
    expect(service.stderr()).not.toContain('secret-thing')
    expect(service.stdout()).toBe('')
  })

  test('reports contradictory settings', async () => {
    const service = start({ DATABASE_REPLICA_URLS: 'postgres://a/b', BOOTSTRAP_ADMIN_EMAIL: 'a@b' })
    expect(await service.ended).toBe(1)
    expect(service.stderr()).toMatch(/DATABASE_REPLICA_URLS: .*DATABASE_URL/)
    expect(service.stderr()).toMatch(/BOOTSTRAP_ADMIN_PASSWORD: /)
  })

  test('E-22: reports in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const service = start({ PORT: String(port), DATA_DIR: 'memory:' })
    expect(await service.ended).toBe(1)
    other.close()
    expect(service.stderr().trim().split('\n')).toEqual([expect.stringMatching(/PORT: .*EADDRINUSE/)])
    expect(service.stdout()).toBe('')
  })

  test('reports HOST when it is not an address of this machine, before it creates any file', async () => {
    const cwd = join(directory.path, 'no-host')
    await mkdir(cwd)
    const service = start({ HOST: '203.0.113.7' }, cwd)
    expect(await service.ended).toBe(1)
    expect(service.stderr().trim().split('\n')).toEqual([expect.stringContaining('HOST: 203.0.113.7')])
    expect(service.stdout()).toBe('')
    expect(existsSync(join(cwd, 'data'))).toBe(false)
  })

  test('reports DATA_DIR and its path in one line when it is a file, or not a database', async () => {
    const file = join(directory.path, 'a-file')
    await writeFile(file, 'x')
    const corrupt = join(directory.path, 'corrupt')
    await mkdir(join(corrupt, 'database', 'base'), { recursive: true })
    await writeFile(join(corrupt, 'database', 'PG_VERSION'), '18\n')
    for (const path of [file, corrupt]) {
      const service = start({ DATA_DIR: path })
      expect(await service.ended).toBe(1)
      expect(service.stderr().trim().split('\n')).toEqual([
        expect.stringContaining(`DATA_DIR: the embedded database in ${path} cannot`),
      ])
    }
  })

  test('E-22: reports in one line that the database server does not answer', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    other.close()
    await once(other, 'close')
    const service = start({ DATABASE_URL: `postgres://someone:hidden@127.0.0.1:${port}/rulewright` })
    expect(await service.ended).toBe(1)
    expect(service.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(/DATABASE_URL: the database rulewright at 127\.0\.0\.1:[0-9]+ .*ECONNREFUSED/),
    ])
    expect(service.stderr()).not.toContain('hidden')
  })
})

describe('a running service', () => {
  test('E-22: reports .env and the cause in one line when it cannot be read', async () => {
    const cwd = join(directory.path, 'odd')
    await mkdir(join(cwd, '.env'), { recursive: true })
    const service = start({ DATA_DIR: 'memory:' }, cwd)
    expect([await service.ended, service.stderr()]).toEqual([
      1,
      'Rulewright did not start: .env cannot be read: it is a directory\n',
    ])
  })

  test('reads .env, rejects oversized headers, and finishes the running request on SIGTERM', async () => {
    const cwd = join(directory.path, 'dotenv')
    await mkdir(cwd)
    await writeFile(join(cwd, '.env'), 'DATA_DIR=memory:\n')
    const service = start({}, cwd)
    const url = await service.ready
    expect(existsSync(join(cwd, 'data'))).toBe(false)
    expect((await http(url).get('/up', null, { 'x-long': 'x'.repeat(17_000) })).status).toBe(431)

    const slow = await slowSignIn(url)
    service.process.kill('SIGTERM')
    await service.says('"stopping"')
    await expect(fetch(`${url}/up`)).rejects.toThrow('fetch failed')
    const answer = await slow.finish()
    expect(answer.statusCode).toBe(401)
    expect(await service.ended).toBe(0)
  })

  test('ends at once at a second signal', async () => {
    const service = start({ DATA_DIR: 'memory:' })
    const slow = await slowSignIn(await service.ready)
    service.process.kill('SIGTERM')
    await service.says('"stopping"')
    const insisting = setInterval(() => service.process.kill('SIGTERM'), 100)
    expect(await service.ended).toBe(1)
    clearInterval(insisting)
    await expect(slow.finish()).rejects.toThrow()
  })
})

/** A sign-in whose headers the service has read; `finish` sends the body. */
async function slowSignIn(url: string): Promise<{ finish: () => Promise<IncomingMessage> }> {
  const body = JSON.stringify({ email: 'nobody@harbor.example', password: 'wrong' })
  const request = nodeRequest(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  answer.catch(() => undefined)
  request.flushHeaders()
  await once(request, 'continue')
  return {
    finish: () => {
      request.end(body)
      return answer
    },
  }
}
