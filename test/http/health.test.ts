import { describe, expect, it } from 'vitest'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const lost = createWorldUnder({
  LDAP_URL: 'ldap://127.0.0.1:1',
  LDAP_BASE_DN: 'dc=x',
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'x',
  OIDC_CLIENT_SECRET: 'x',
})

describe('health checks', () => {
  it.each(['', '/database', '/migrations', '/ldap', '/oidc'])(
    'E-21: at /health_check%s return 200 with the body ok',
    async (path) => {
      const { status, text } = await (await world.rest()).get(`/health_check${path}`)
      expect([status, text]).toEqual([200, 'ok'])
    },
  )

  it.each(['/ldap', '/oidc'])(
    'E-21: at /health_check%s report an unavailable provider without details',
    async (path) => {
      const { status, text, headers } = await (await lost.rest()).get(`/health_check${path}`)
      expect([status, text, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
      expect((await (await lost.rest()).get('/health_check')).status).toBe(200)
    },
  )

  it('answer 404 for any other part', async () => {
    expect((await (await world.rest()).get('/health_check/secrets')).status).toBe(404)
  })
})
