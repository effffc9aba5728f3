import { describe, expect, it } from 'vitest'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('every operation over REST', () => {
  it('requires a credential first', async () => {
    const { status, body, headers } = await (await world.rest()).get('/api/auth/me')
    expect(status).toBe(401)
    expect(body).toMatchObject({ type: '/docs/api/errors#not_authenticated', reason: 'not_authenticated' })
    expect(headers.get('www-authenticate')).toContain('Token')
  })

  it('answers the owner of a session', async () => {
    const user = await world.createUser()
    const { status, body } = await (await world.rest(user)).get('/api/auth/me')
    expect(status).toBe(200)
    expect(body).toEqual({ id: user.id, name: user.name, email: user.email, admin: false, provider: null })
  })

  it('answers the owner of a token, and rejects a token without the scope', async () => {
    const user = await world.createUser()
    expect((await (await world.restWithToken(user, ['read'])).get('/api/auth/me')).status).toBe(200)
    const { status, body } = await (await world.restWithToken(user, ['write'])).get('/api/auth/me')
    expect(status).toBe(403)
    expect(body.reason).toBe('insufficient_token_scope')
  })

  it('answers other methods with the allowed methods', async () => {
    const { status, headers } = await (await world.rest()).put('/api/auth/me')
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('answers unknown addresses with the constant 404', async () => {
    const { status, body } = await (await world.rest()).get('/nowhere')
    expect(status).toBe(404)
    expect(body.reason).toBe('not_found')
  })

  it('calls procedures for tRPC clients', async () => {
    const user = await world.createUser()
    expect(await world.as(user).sessions.me()).toMatchObject({ id: user.id })
  })
})
