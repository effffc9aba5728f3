import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createLocalUser, createToken, readAudit, readMails, PASSWORD } from '../support/accounts.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nowhere' })
const NEW = 'Quiet-Heron-88 sings'
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

describe('a new password', () => {
  const methods: [string, (user: User, values: object) => Promise<number>][] = [
    [
      'by its owner',
      async (user, input) => {
        const body = { current_password: PASSWORD, password: NEW, password_confirmation: NEW, ...input }
        return (await (await world.rest(user)).put('/users', { user: body })).status
      },
    ],
    [
      'by a reset',
      async (user, input) => {
        const admin = await world.rest(await world.createSystemAdmin())
        const { body } = await admin.post(`/users/${user.id}/generate_reset_link`)
        const token = new URL(body.reset_url).searchParams.get('reset_password_token')
        const chosen = { reset_password_token: token, password: NEW, password_confirmation: NEW, ...input }
        return (await (await world.rest()).put('/users/password', { user: chosen })).status
      },
    ],
    [
      'by an administrator',
      async (user, input) => {
        const admin = await world.rest(await world.createSystemAdmin())
        return (await admin.post(`/users/${user.id}/set_password`, { user: { password: NEW, ...input } }))
          .status
      },
    ],
  ]

  it.each(methods)('A-28: %s does not revoke tokens and lists them in the mail', async (_, set) => {
    const user = await createLocalUser(world, { emailVerifiedAt: new Date() })
    const { client, id } = await createToken(world, user)
    await createToken(world, user, { name: 'long gone', expires_at: yesterday })
    expect(await set(user, {})).toBe(200)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    const mail = (await readMails(world, user.email)).find(({ subject }) => subject === 'Password changed')
    expect(mail?.['text']).toContain(`t${id}`)
    expect(mail?.['text']).not.toContain('long gone')
  })

  it.each(methods)('A-28: %s revokes all tokens on request', async (_, set) => {
    const user = await createLocalUser(world)
    const { client, id } = await createToken(world, user)
    expect(await set(user, { revoke_tokens: 'perhaps' })).toBe(422)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect(await set(user, { revoke_tokens: true })).toBe(200)
    expect((await client.get('/api/auth/me')).body.reason).toBe('invalid_token')
    const mail = (await readMails(world, user.email)).find(({ subject }) => subject === 'Password changed')
    expect(mail?.['text']).not.toContain(`t${id}`)
    const updates = await readAudit(world, user.id, 'update')
    expect(updates.find(({ auditable_type: type }) => type === 'AccessToken')?.comment).toContain('password')
  })
})
