import { describe, expect, it } from 'vitest'
import { sampleRouter } from '../support/sample-router.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({}, sampleRouter)
const createPerson = async () => world.rest(await world.createUser())
const sample = { sample: { name: 'a' } }

describe('an answer', () => {
  it('E-7: is 201 with its headers and every cookie if declared', async () => {
    const { post } = await createPerson()
    const { status, headers } = await post('/samples', sample)
    expect(status).toBe(201)
    expect(headers.get('etag')).toBe('"7"')
    expect(headers.getSetCookie()).toEqual(['first=1; Path=/', 'second=2; Path=/'])
    expect(headers.get('content-type')).toContain('application/json')
  })

  it('E-7: is an empty 204 if declared', async () => {
    const project = await world.createProject()
    const admin = await world.rest(await world.createMember(project, 'admin'))
    const { status, text } = await admin.delete(`/samples/${project.id}/file`)
    expect(status).toBe(204)
    expect(text).toBe('')
  })

  it('is not cacheable when the caller is authenticated or a cookie is set', async () => {
    const person = await createPerson()
    expect((await person.get('/samples/latest')).headers.get('cache-control')).toBe('no-store')
    expect((await person.get('/samples')).headers.get('cache-control')).toBe('no-store')
    expect((await person.post('/samples', sample)).headers.get('cache-control')).toBe('no-store')
    const token = await world.restWithToken(await world.createUser())
    expect((await token.get('/samples/latest')).headers.get('cache-control')).toBe('no-store')
  })

  it('contains the id of its request', async () => {
    const { get } = await createPerson()
    const first = await get('/samples/latest', null, { 'x-request-id': 'mine\r' })
    expect(first.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect((await get('/samples/latest')).headers.get('x-request-id')).not.toBe(
      first.headers.get('x-request-id'),
    )
  })

  it('A-71: has the security headers for any content and caller', async () => {
    const [person, anonymous] = [await createPerson(), await world.rest()]
    const answers = [
      await person.get('/samples/latest'),
      await person.get('/nowhere'),
      await person.post('/docs'),
      await person.post('/samples', '{'),
      await person.get('/failure'),
      await anonymous.get('/samples/latest'),
      await anonymous.get('/up'),
      await anonymous.get('/docs'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 405, 400, 500, 401, 200, 200])
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBeTruthy()
    }
  })

  it('A-74: leaves one line in the log, with its id and without the input', async () => {
    const { post } = await createPerson()
    const { status, headers } = await post('/samples?q=hush-query', { sample: { name: 'hush-body' } })
    const lines = world.logged.filter((line) => line.includes(headers.get('x-request-id') ?? 'none'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'POST', path: '/samples', status },
    ])
    expect(lines.join()).not.toContain('hush')
  })

  it('an answer to HEAD has the headers of GET without its body', async () => {
    const { send } = await createPerson()
    const { status, text, headers } = await send('HEAD', '/samples/latest')
    expect([status, text]).toEqual([200, ''])
    expect(headers.get('content-type')).toContain('application/json')
    expect((await send('HEAD', '/samples')).status).toBe(400)
    expect((await send('HEAD', '/nowhere')).status).toBe(404)
    expect((await send('HEAD', '/uploads')).status).toBe(405)
    expect((await (await world.rest()).send('HEAD', '/samples/latest')).status).toBe(401)
  })

  it('an answer to OPTIONS and to other methods lists the allowed methods', async () => {
    const { send } = await world.rest()
    const { status, text, headers } = await send('OPTIONS', '/samples')
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PURGE']) {
      const refused = await send(method, '/samples')
      expect(refused.status).toBe(405)
      expect(refused.body).toMatchObject({ status: 405, reason: 'method_not_allowed' })
      expect(refused.headers.get('allow')).toBe(headers.get('allow'))
    }
    expect((await send('OPTIONS', '/nowhere')).status).toBe(404)
  })

  it.each([
    ['PATCH', '/samples/latest', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/samples/latest', 'GET, HEAD, OPTIONS'],
    ['POST', '/samples/1', 'GET, HEAD, PATCH, PUT, DELETE, OPTIONS'],
    ['POST', '/up', 'GET, HEAD, OPTIONS'],
    ['PUT', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/health_check', 'GET, HEAD, OPTIONS'],
    ['POST', '/docs', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/docs/api/errors', 'GET, HEAD, OPTIONS'],
    ['GET', '/users/auth/oidc', 'POST, OPTIONS'],
  ])('an answer to %s %s is a 405 that allows %s', async (method, path, allow) => {
    const { send } = await world.rest()
    const refused = await send(method, path)
    expect(refused.body).toMatchObject({ status: 405, reason: 'method_not_allowed' })
    expect(refused.headers.get('allow')?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted())
    const { status, headers } = await send('OPTIONS', path)
    expect([status, headers.get('allow')]).toEqual([204, refused.headers.get('allow')])
  })

  it.each(['/samples/', '/Samples', '/SAMPLES/latest', '//samples', '/samples//latest', '/samples/latest/'])(
    'an answer to the unknown address %s is the constant 404',
    async (path) => {
      const { status, body } = await (await createPerson()).get(path)
      expect(status).toBe(404)
      expect(body).toEqual({
        type: '/docs/api/errors#not_found',
        title: 'Not found',
        status: 404,
        detail: 'There is no such record.',
        reason: 'not_found',
      })
    },
  )

  it('does not depend on an overriding method or an Accept header', async () => {
    const { post, get } = await createPerson()
    const override = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    expect((await post('/samples?_method=DELETE', { ...sample, _method: 'DELETE' }, override)).status).toBe(
      201,
    )
    expect((await get('/samples/latest', null, { accept: 'text/html' })).status).toBe(200)
  })
})

describe('an error', () => {
  it('is a 423 problem if declared, with the seconds to wait as an integer', async () => {
    const { post } = await world.rest()
    const { status, body, headers } = await post('/sign-in', {})
    expect(status).toBe(423)
    expect(body).toMatchObject({ type: '/docs/api/errors#account_locked', status: 423 })
    expect(headers.get('retry-after')).toBe('31')
    expect((await post('/sign-in', { email: 5 })).status).toBe(422)
  })

  it('E-11: has `error` in addition to its toast where Vulcan does', async () => {
    const { body } = await (await createPerson()).post('/refusals')
    expect(body).toEqual({
      error: 'Not now.',
      reason: 'state.refused',
      toast: { title: 'Could not be done', message: ['Not now.'], variant: 'danger' },
    })
  })

  it('an error for a missing role names the people to ask', async () => {
    const admin = { name: 'Ada Contact', email: 'contact@example.org' }
    const published = { adminName: admin.name, adminEmail: admin.email }
    const project = await world.createProject({ visibility: 'discoverable', ...published })
    const { get } = await createPerson()
    const { status, body } = await get(`/samples/${project.id}`)
    expect(status).toBe(403)
    expect(body).toMatchObject({
      reason: 'permission_denied',
      admins: [admin],
      toast: { variant: 'danger' },
    })
  })

  it('an unexpected error reveals only the request id', async () => {
    const { status, body, text, headers } = await (await createPerson()).get('/failure')
    expect(status).toBe(500)
    expect(body.reason).toBe('internal_error')
    expect(body.request_id).toBe(headers.get('x-request-id'))
    expect(text).not.toContain('hunter2')
    expect(world.logged.join()).toContain('hunter2')
  })
})
