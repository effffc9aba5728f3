import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding } from '../../src/http/compress.ts'
import { createWorkspace } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Sends a request as a signed-in user; returns the encoded body. */
async function sendRequest(path: string, accepts: string | null, method = 'GET') {
  const { app, cookie } = await createSession()
  const headers = { cookie, ...(accepts === null ? {} : { 'accept-encoding': accepts }) }
  const answer = await app.request(path, { method, headers })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function createSession() {
  const user = await world.createUser()
  return { app: world.app, cookie: await world.createCookie(user) }
}

describe('an answer of a kilobyte or more', () => {
  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ])('E-41: is sent as %s if the client accepts it', async (encoding, unpack) => {
    const plain = await sendRequest('/openapi.json', null)
    const { answer, bytes } = await sendRequest('/openapi.json', encoding)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 4)
    expect(unpack(bytes).equals(plain.bytes)).toBe(true)
  })

  test('has a Vary header for the encoding even when it is not compressed', async () => {
    const { answer } = await sendRequest('/openapi.json', null)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect([answer.status, answer.headers.get('vary'), answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/accept-encoding/i),
      'application/json',
    ])
  })

  test('E-41: is compressed as a paged list too, over REST and tRPC', async () => {
    const workspace = await createWorkspace(world)
    const cookie = await world.createCookie(workspace.people.viewer)
    const input = encodeURIComponent(JSON.stringify({ componentId: workspace.component.id }))
    const paths = [`/components/${workspace.component.id}/rules`, `/trpc/rules.list?input=${input}`]
    for (const path of paths) {
      const answer = await world.app.request(path, { headers: { cookie, 'accept-encoding': 'gzip' } })
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip'])
      const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
      expect(JSON.stringify(JSON.parse(text))).toContain('rule_severity')
    }
  })

  test('has no body for a HEAD request, and the same headers', async () => {
    const { answer, bytes } = await sendRequest('/openapi.json', 'gzip', 'HEAD')
    expect([answer.status, bytes.byteLength, answer.headers.get('content-encoding')]).toEqual([200, 0, null])
  })
})

test('E-41: a short answer is not compressed', async () => {
  const { answer, bytes } = await sendRequest('/api/version', 'gzip, br')
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(JSON.parse(bytes.toString())).toHaveProperty('name')
})

test('E-41: a live stream is not compressed, so that its events are not delayed', async () => {
  const workspace = await createWorkspace(world)
  const headers = { cookie: await world.createCookie(workspace.people.viewer), 'accept-encoding': 'gzip, br' }
  const answer = await world.app.request(`/components/${workspace.component.id}/events`, { headers })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null])
  await answer.body?.cancel()
})

test('E-41: an answer with a secret is not compressed at any length, over REST and tRPC', async () => {
  const user = await world.createUser()
  const cookie = await world.createCookie(user)
  const headers = { cookie, 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  const token = { name: 'n'.repeat(100), scopes: ['read'], current_password: 'x'.repeat(1000) }
  for (const path of ['/personal_access_tokens', '/trpc/tokens.create']) {
    const body = JSON.stringify(path.startsWith('/trpc') ? token : { personal_access_token: token })
    const answer = await world.app.request(path, { method: 'POST', headers, body })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary') ?? '').not.toMatch(/accept-encoding/i)
  }
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['gzip;q=0', null],
  ['gzip;q=nonsense', null],
  ['', null],
  [undefined, null],
])('E-41: %j selects %j', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
