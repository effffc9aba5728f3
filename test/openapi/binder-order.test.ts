import { describe, expect, it } from 'vitest'
import { sampleRouter } from '../support/sample-router.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({}, sampleRouter)

const foreign = { 'sec-fetch-site': 'cross-site' }
const plain = { 'content-type': 'text/plain' }

async function createMembers() {
  const project = await world.createProject({ visibility: 'hidden' })
  const viewer = await world.rest(await world.createMember(project, 'viewer'))
  const author = await world.rest(await world.createMember(project, 'author'))
  const nonMember = await world.rest(await world.createUser())
  return { path: `/samples/${project.id}`, viewer, author, nonMember }
}

describe('E-1: the order of errors', () => {
  it('checks an unknown address before a foreign site', async () => {
    const anonymous = await world.rest()
    expect((await anonymous.post('/nowhere', {}, foreign)).status).toBe(404)
    expect((await anonymous.post('/samples/latest', {}, foreign)).status).toBe(405)
  })

  it('A-37: checks a foreign site before the credential', async () => {
    const anonymous = await world.rest()
    const { status, body } = await anonymous.post('/samples', {}, foreign)
    expect(status).toBe(403)
    expect(body.reason).toBe('cross_site_request')
    expect((await anonymous.post('/samples', {}, { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('A-37: allows tokens from any site', async () => {
    const { post } = await world.restWithToken(await world.createUser())
    expect((await post('/samples', { sample: { name: 'a' } }, foreign)).status).toBe(201)
  })

  it('checks the credential before the body', async () => {
    const anonymous = await world.rest()
    expect((await anonymous.post('/samples', '{', plain)).status).toBe(401)
    expect((await anonymous.post('/samples', 'x'.repeat(1_100_000))).status).toBe(401)
  })

  it('checks the size before the media type, and the media type before the syntax', async () => {
    const { post } = await world.rest(await world.createUser())
    expect((await post('/samples', 'x'.repeat(1_100_000), plain)).status).toBe(413)
    expect((await post('/samples', '{', plain)).status).toBe(415)
    expect((await post('/samples', '{')).status).toBe(400)
  })

  it('checks the syntax before the record', async () => {
    const { nonMember } = await createMembers()
    const { status, body } = await nonMember.patch('/samples/999999', '{')
    expect(status).toBe(400)
    expect(body.reason).toBe('malformed_request')
  })

  it('checks record and role before wrapper and values', async () => {
    const { path, viewer, author, nonMember } = await createMembers()
    expect((await nonMember.patch(path, {})).status).toBe(404)
    expect((await nonMember.patch(path, { sample: { count: 'many' } })).status).toBe(404)
    expect((await viewer.patch(path, {})).status).toBe(403)
    expect((await viewer.patch(path, { sample: { count: 'many' } })).status).toBe(403)
    expect((await author.patch(path, {})).status).toBe(400)
    expect((await author.patch(path, { sample: { count: 'many' } })).status).toBe(422)
  })

  it('hides a hidden record behind exactly the bytes of an unknown one', async () => {
    const { path, nonMember } = await createMembers()
    const hidden = await nonMember.get(path)
    const unknown = await nonMember.get('/samples/2147483647')
    expect(hidden.status).toBe(404)
    expect(hidden.text).toBe(unknown.text)
    expect(hidden.text).toBe((await nonMember.get('/no/such/address')).text)
  })

  it('rejects callers without permission before it looks at an id', async () => {
    const { get } = await world.rest(await world.createUser())
    expect((await get('/admin/abc')).status).toBe(403)
    expect((await get('/admin/abc')).body).toMatchObject({ reason: 'permission_denied', admins: [] })
    expect((await (await world.rest(await world.createSystemAdmin())).get('/admin/abc')).status).toBe(404)
  })

  it('rejects a token if only a session is accepted', async () => {
    const { post } = await world.restWithToken(await world.createUser())
    const { status, body } = await post('/session-only', {})
    expect(status).toBe(403)
    expect(body.reason).toBe('session_authentication_required')
  })

  it('never falls back from an invalid token to the session', async () => {
    const { get } = await world.rest(await world.createUser())
    expect((await get('/samples/latest')).status).toBe(200)
    for (const authorization of ['Token nonsense', 'token service_x', 'Token', 'Token ']) {
      const { status, body } = await get('/samples/latest', null, { authorization })
      expect(status, authorization).toBe(401)
      expect(body.reason).toBe('invalid_token')
    }
    expect((await get('/samples/latest', null, { authorization: 'Basic eDp5' })).status).toBe(200)
  })
})
