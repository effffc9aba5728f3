import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Listener } from '../../src/app/listen.ts'
import { CANARY } from '../../test/support/canaries.ts'
import { createOwnWorld } from '../../test/support/world.ts'
import { findLogViolation } from './find-violation.ts'
import { createHiddenProject } from './hidden-project.ts'
import { TIMEOUT_MS, REQUESTS, SEED } from './scale.ts'

const world = createOwnWorld({ PORT: '0', HOST: '127.0.0.1', MAIL_DIR: '/nowhere' })
let listener: Listener
let cookie: string

beforeAll(async () => {
  await createHiddenProject(world)
  cookie = await world.createCookie(await world.createUser())
  listener = await listen(world.services)
})

afterAll(async () => {
  listener?.cut()
  await listener?.close()
})

const LINES = [
  'GET /api/auth/me HTTP/1.1',
  'GET /projects HTTP/1.1',
  'HEAD /projects HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'POST /projects HTTP/1.1',
  'PATCH /reviews/bulk_triage HTTP/1.1',
  'POST /trpc/projects.create HTTP/1.1',
  'POST /srgs HTTP/1.1',
  'TRACE / HTTP/1.1',
  'CONNECT 127.0.0.1:1 HTTP/1.1',
  'GET http://elsewhere.example/projects HTTP/1.1',
  'GET //elsewhere.example/projects HTTP/1.1',
  'GET /projects/../../etc/passwd HTTP/1.1',
  'GET /app/../../package.json HTTP/1.1',
  'GET /app/%2e%2e/%2e%2e/package.json HTTP/1.1',
  'GET /app/assets/..%5c..%5cpackage.json HTTP/1.1',
  'GET /projects?a=%zz&%ff=1#x HTTP/1.1',
  'GET \\projects HTTP/1.1',
  'GET projects HTTP/1.1',
  'GET /projects',
  'GET /projects HTTP/9.9',
  'get /projects HTTP/1.0',
  'GET /\u00ff\u0001 HTTP/1.1',
  `GET /${'x'.repeat(20_000)} HTTP/1.1`,
]

const HEADERS = [
  'host: 127.0.0.1',
  'host: a',
  'host: [::1',
  'host:',
  'content-length: 2',
  'content-length: 1',
  'content-length: 50',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'content-length: 99999999999',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: x',
  'expect: 100-continue',
  'expect: x',
  'upgrade: websocket',
  'upgrade: h2c',
  'connection: upgrade',
  'connection: close',
  'content-type: application/json',
  'content-type: multipart/form-data; boundary=x',
  'cookie: \u00ff\u00fe',
  'x: y\r\n folded',
  'x\u0000: y',
  'no colon',
  ': nameless',
  `x: ${'y'.repeat(20_000)}`,
  'origin: null',
  'range: bytes=0-0',
  'if-match: "0"',
  'idempotency-key: \u00e9',
]

const BODIES = [
  '',
  '{}',
  '{"project":{"name":"x"}}',
  '2\r\n{}\r\n0\r\n\r\n',
  'zz\r\n{}\r\n',
  '0\r\n\r\n',
  'GET /projects HTTP/1.1\r\nhost: a\r\n\r\n',
  '--x\r\n\r\n',
  '\u0000'.repeat(100),
]

const requests = fc.record({
  line: fc.constantFrom(...LINES),
  headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 6 }),
  signedIn: fc.boolean(),
  body: fc.constantFrom(...BODIES),
})

/** Sends bytes, ends the sending side, and returns all data until the server closes the connection. */
function exchange(sent: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(listener.port, '127.0.0.1', () => socket.end(Buffer.from(sent, 'latin1')))
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.on('error', () => undefined).on('close', () => resolve(received))
  })
}

describe(`any bytes on a connection (FUZZ_SEED=${SEED})`, () => {
  it(
    'are answered or cause a disconnect, never a server error, and reveal no hidden data',
    async () => {
      const violations: string[] = []
      for (const { line, headers, signedIn, body } of fc.sample(requests, {
        seed: SEED,
        numRuns: REQUESTS * 5,
      })) {
        const lines = [line, ...headers, ...(signedIn ? [`cookie: ${cookie}`] : [])]
        const sent = `${lines.join('\r\n')}\r\n\r\n${body}`
        const firstLog = world.logged.length
        const received = await exchange(sent)
        const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
        const secret = cookie.split('=').at(-1) ?? ''
        const violation =
          (statuses.some((status) => status >= 500) && 'answered with a server error') ||
          (received.toLowerCase().includes(CANARY) && 'revealed hidden data') ||
          findLogViolation(world.logged.slice(firstLog), [secret])
        if (violation) {
          violations.push(`${violation}\n${sent.slice(0, 1000)}\n---\n${received.slice(0, 1000)}`)
        }
      }
      expect(violations.join('\n\n')).toBe('')
      expect((await world.app.request('/health_check')).status).toBe(200)
    },
    TIMEOUT_MS,
  )
})
