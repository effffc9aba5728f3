import { describe, expect, it } from 'vitest'
import {
  findConnectionFailure,
  formatConnectionFailure,
} from '../../routers/administration/read/connection-failure.ts'
import { createLocalUser, login } from '../support/accounts.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({
  SMTP_URL: 'smtp://mailer:hush-hush-hush@127.0.0.1:1',
  RATE_LIMIT_LOGIN: '7/60s',
})

const PATHS = [
  '/api/administration/settings',
  '/api/administration/checks',
  '/api/administration/checks/mail',
  '/api/administration/jobs',
]

describe('administration', () => {
  it.each(PATHS)('A-73: rejects users who are not system administrators at %s', async (path) => {
    expect((await (await world.rest(await world.createUser())).get(path)).status).toBe(403)
    expect((await (await world.rest()).get(path)).status).toBe(401)
  })

  it('A-73: shows each setting with its source and no secret', async () => {
    const { body, text } = await (await world.rest(await world.createSystemAdmin())).get(PATHS[0] ?? '')
    expect(body.settings).toEqual(
      expect.arrayContaining([
        { name: 'RATE_LIMIT_LOGIN', value: '7/60s', source: 'environment', secret: false },
        { name: 'SMTP_URL', value: 'smtp://127.0.0.1:1', source: 'environment', secret: false },
        {
          name: 'SESSION_IDLE_TIMEOUT',
          value: expect.stringMatching(/^\d+[smhd]$/),
          source: 'default',
          secret: false,
        },
      ]),
    )
    expect(text).not.toContain('hush-hush')
  })

  it('A-73: names the services that the settings configure', async () => {
    const { body } = await (
      await world.rest(await world.createSystemAdmin())
    ).get('/api/administration/checks')
    const configured = body.checks.filter((item: { configured: boolean }) => item.configured)
    expect(configured.map((item: { part: string }) => item.part)).toEqual(['database', 'mail'])
  })

  it('A-73: reports a failed connection as a result, not as an error', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const database = await admin.get('/api/administration/checks/database')
    expect(database.body).toMatchObject({ part: 'database', ok: true, message: null })
    const mail = await admin.get('/api/administration/checks/mail')
    expect(mail.status).toBe(200)
    expect(mail.body).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^No service accepts.*ECONNREFUSED/),
      reason: 'refused',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
    expect(mail.text).not.toContain('hush-hush')
    const chat = await admin.get('/api/administration/checks/chat')
    expect(chat.body).toMatchObject({ ok: false, message: 'Not configured' })
    expect((await admin.get('/api/administration/checks/printer')).status).toBe(404)
  })

  it.each([
    [
      Object.assign(new Error('getaddrinfo ENOTFOUND mail.invalid'), { code: 'ENOTFOUND' }),
      /^The host name is unknown \(getaddrinfo/,
    ],
    [
      Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' }),
      /^The service did not answer in time/,
    ],
    [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), /did not answer in time/],
    [new Error('BindRequest: Operation timed out'), /did not answer in time/],
    [new TypeError('fetch failed', { cause: new SyntaxError('Unexpected token <') }), /wrong format/],
    [Object.assign(new Error('Code: 0x31'), { name: 'InvalidCredentialsError' }), /rejected the sign-in/],
    [Object.assign(new Error('certificate has expired'), { code: 'ETLS' }), /certificate .* has expired/],
    [Object.assign(new Error('self-signed certificate'), { code: 'ETLS' }), /is not trusted/],
    [new Error('tls_validate_record_header:wrong version number'), /does not offer TLS/],
    [new Error('unsupported extended operation Code: 0x2'), /does not offer TLS/],
    [Object.assign(new Error('Invalid greeting'), { code: 'EPROTOCOL' }), /rejected the connection/],
    [new Error('unavailable', { cause: new Error('another issuer') }), /names another issuer/],
    [new Error('550 no such user'), /^550 no such user$/],
  ])('A-73: explains why a connection failed: %s', (error, message) => {
    expect(formatConnectionFailure(findConnectionFailure(error))).toMatch(message)
  })

  it('A-73: lists the jobs of all users in pages', async () => {
    const user = await world.rest(await world.createSystemAdmin())
    const started = await user.get('/api/audits/export/csv', null, { prefer: 'respond-async' })
    expect(started.status).toBe(202)
    const admin = await world.rest(await world.createSystemAdmin())
    const { body } = await admin.get('/api/administration/jobs?per_page=1')
    expect(body.pagination).toMatchObject({ page: 1, per_page: 1 })
    expect(body.jobs).toMatchObject([{ operation: 'audits.export' }])
  })
})

describe('the sessions of a user', () => {
  it('A-18: are listed for system administrators only', async () => {
    const user = await createLocalUser(world)
    expect((await login(world, user.email)).status).toBe(200)
    const admin = await world.rest(await world.createSystemAdmin())
    const { body } = await admin.get(`/users/${user.id}/sessions`)
    expect(body.sessions).toHaveLength(1)
    expect(body.sessions[0]).toMatchObject({ current: false })
    expect((await admin.get('/users/999999/sessions')).status).toBe(404)
    expect((await (await world.rest(user)).get(`/users/${user.id}/sessions`)).status).toBe(403)
  })
})
