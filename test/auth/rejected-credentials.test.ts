import { describe, expect, it } from 'vitest'
import { readAudit } from '../support/accounts.ts'
import { rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const readEntries = (reason: string) =>
  world.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'credential_refused')
    .execute()
    .then((rows) => rows.filter(({ changes }) => changes['reason'] === reason))

describe('a rejected credential', () => {
  it('A-81: is audited without its value when a cookie was invented or altered', async () => {
    const client = rest(world.app, { cookie: '_service_session=made-up-secret' })
    expect((await client.get('/api/auth/me')).body.reason).toBe('not_authenticated')
    const [entry] = await readEntries('unknown_session')
    expect(entry?.request_id).toBeTruthy()
    expect(JSON.stringify(entry)).not.toContain('made-up-secret')
  })

  it('is audited when a token is revoked, used from another address or lacks the scope', async () => {
    const user = await world.createUser()
    const client = await world.restWithToken(user, ['write'])
    const change = (set: object) =>
      world.database.queries.updateTable('access_tokens').set(set).where('user_id', '=', user.id).execute()
    await client.get('/api/auth/me')
    await change({ allowed_ips: ['10.0.0.0/8'] })
    await client.get('/api/auth/me')
    await change({ allowed_ips: null, revoked_at: new Date() })
    await client.get('/api/auth/me')
    const reasons = (await readAudit(world, user.id, 'credential_refused')).map(
      ({ changes }) => changes['reason'],
    )
    expect(reasons).toEqual(['insufficient_token_scope', 'ip_not_allowed', 'invalid_token'])
  })

  it('A-81: is audited at most ten times a minute from one address', async () => {
    const client = rest(world.app, { authorization: 'Token service_nothing' })
    for (let time = 0; time < 30; time += 1) await client.get('/api/auth/me')
    expect((await readEntries('invalid_token')).length).toBeLessThanOrEqual(21)
  })
})
