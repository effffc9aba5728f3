import { describe, expect, it } from 'vitest'
import { createWorldUnder } from '../support/world.ts'

const lost = createWorldUnder({
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'x',
  OIDC_CLIENT_SECRET: 'x',
})

describe('an answer whose address carries a secret', () => {
  it.each([
    '/users/password/edit?reset_password_token=x',
    '/users/confirmation?confirmation_token=x',
    '/users/unlock?unlock_token=x',
    '/users/auth/oidc/callback?state=y&code=x',
  ])('A-71: sends no referrer: %s', async (path) => {
    const { headers } = await (await lost.rest()).get(path)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('is distinguished from other answers', async () => {
    const { headers } = await (await lost.rest()).get('/api/settings?coder=1')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })
})
