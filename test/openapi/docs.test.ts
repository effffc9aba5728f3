import { describe, expect, it } from 'vitest'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const closed = createWorldUnder({ DOCS_REQUIRE_LOGIN: 'true' })
const PATHS = ['/openapi.json', '/docs', '/docs/scalar.js', '/docs/api/errors']

describe('E-21: the description of the service', () => {
  it.each(PATHS)('is public at %s, unless the settings require a sign-in', async (path) => {
    const anonymous = await closed.rest()
    expect((await (await world.rest()).get(path)).status).toBe(200)
    expect((await anonymous.get(path)).body.reason).toBe('not_authenticated')
    const { status, headers } = await (await closed.rest(await closed.createUser())).get(path)
    expect(status).toBe(200)
    if (path !== '/openapi.json') expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each(['/docs', '/docs/api/errors'])('loads no external resource at %s', async (path) => {
    const { text, headers } = await (await world.rest()).get(path)
    expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*/)
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})
