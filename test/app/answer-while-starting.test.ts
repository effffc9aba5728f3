import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind, type BoundAddress } from '../../src/app/bind.ts'
import { readEnv } from '../../src/config/env.ts'
import { http } from '../support/http.ts'
import type { Rest } from '../support/rest.ts'

let address: BoundAddress
let client: Rest

beforeAll(async () => {
  address = await bind({ ...readEnv({}).http, port: 0 })
  client = http(`http://127.0.0.1:${address.port}`)
})
afterAll(() => address.release())

test('while the service starts, the liveness check succeeds', async () => {
  expect(await client.get('/up')).toMatchObject({ status: 200, text: 'up' })
})

test('while the service starts, programs receive the documented 503 with Retry-After', async () => {
  for (const path of ['/health_check', '/projects', '/api/auth/me', '/trpc/sessions.me']) {
    const { status, headers, body } = await client.get(path, null, { accept: 'application/json' })
    expect([status, headers.get('retry-after'), headers.get('content-type')], path).toEqual([
      503,
      '1',
      'application/problem+json',
    ])
    expect(body, path).toEqual({
      type: '/docs/api/errors#service_unavailable',
      title: 'Service unavailable',
      status: 503,
      detail: 'The service is starting. Please try again.',
      reason: 'service_unavailable',
    })
  }
})

test('while the service starts, browsers receive a page that reloads by itself and is never stored', async () => {
  const { status, headers, text } = await client.get('/app/components/1', null, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  })
  expect([status, headers.get('refresh'), headers.get('cache-control')]).toEqual([503, '1', 'no-store'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(text).toContain('<h1>Rulewright is starting</h1>')
  const [, nonce = ''] = /<style nonce="([^"]+)">/.exec(text) ?? []
  expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
})
