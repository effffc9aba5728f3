import { describe, expect, test } from 'vitest'
import { createLogger, createRequestLogger } from '../../src/telemetry/log.ts'
import { isSecretName } from '../../src/telemetry/log/redact.ts'

function createLog(format: 'json' | 'text', level = 'info') {
  const lines: string[] = []
  const logger = createLogger({ level, format, destination: { write: (line) => void lines.push(line) } })
  const readLastEntry = (): unknown => JSON.parse(lines.at(-1) ?? '')
  return { lines, logger, entry: readLastEntry }
}

test.each([
  'password',
  'current_password',
  'encryptedPassword',
  'token',
  'access_tokens',
  'token_digest',
  'client_secret',
  'email',
  'unconfirmed_email',
  'key',
  'api_key',
  'privateKey',
  'password_salt',
  'otp',
  'otp_code',
  'Authorization',
  'set-cookie',
])('A-74: a field named %s is redacted', (name) => {
  expect(isSecretName(name)).toBe(true)
})

test.each(['id', 'name', 'monkey', 'keyboard', 'option', 'laptop', 'path', 'request_id', 'status', 'passed'])(
  'a field named %s is not redacted',
  (name) => {
    expect(isSecretName(name)).toBe(false)
  },
)

describe('a JSON log entry', () => {
  test('contains level, time, message and fields', () => {
    const { logger, entry } = createLog('json')
    logger.info({ status: 200 }, 'answered')
    expect(entry()).toEqual({
      level: 'info',
      time: expect.stringMatching(/Z$/),
      status: 200,
      msg: 'answered',
    })
  })

  test('A-74: hides secrets at any depth, in lists and in errors', () => {
    const { logger, lines } = createLog('json')
    const error = Object.assign(new Error('broken'), { detail: { token: 'hush-1' } })
    logger.error(
      { err: error, body: { users: [{ name: 'Ada', email: 'hush-2', deep: { Authorization: 'hush-3' } }] } },
      'failed',
    )
    logger.info({
      headers: new Headers({ cookie: 'hush-4', accept: '*/*' }),
      map: new Map([['otp', 'hush-5']]),
    })
    expect(lines.join('')).not.toContain('hush')
    expect(lines[0]).toContain('"name":"Ada"')
    expect(lines[0]).toContain('broken')
    expect(lines[1]).toContain('*/*')
  })

  test('survives a circular reference and reports it', () => {
    const { logger, entry } = createLog('json')
    const node: Record<string, unknown> = { name: 'a' }
    node['self'] = node
    logger.info({ node })
    expect(entry()).toMatchObject({ node: { name: 'a', self: '[circular]' } })
  })

  test('distinguishes an unset secret from a hidden one', () => {
    const { logger, entry } = createLog('json')
    logger.info({ token: null, email: 'a@b' })
    expect(entry()).toMatchObject({ token: null, email: '[filtered]' })
  })

  test('below the log level is not written', () => {
    const { logger, lines } = createLog('json', 'warn')
    logger.info('quiet')
    expect(lines).toEqual([])
  })
})

test('A-74: every log line of a request has its id, and its own bindings are filtered', () => {
  const { logger, entry } = createLog('json')
  createRequestLogger(logger, 'r-1').child({ token: 'hush' }).info('answered')
  expect(entry()).toMatchObject({ request_id: 'r-1', token: '[filtered]' })
})

describe('a text log entry', () => {
  test('is one readable line', () => {
    const { logger, lines } = createLog('text')
    createRequestLogger(logger, 'r-1').warn({ path: '/users', count: 2, note: 'two words' }, 'slow\nanswer')
    expect(lines[0]).toMatch(
      /^\S+Z WARN  slow \| answer request_id=r-1 path=\/users count=2 note="two words"\n$/,
    )
  })

  test('is followed by the stack of its error', () => {
    const { logger, lines } = createLog('text')
    logger.error(new Error('broken'), 'failed')
    expect(lines[0]).toMatch(/ERROR failed\n {2}Error: broken\n {6}at /)
  })
})
