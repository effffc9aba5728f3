import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createOperationLookup } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { getRequestContext } from '../../src/app/http/create-request-context.ts'
import { finishGithub, startGithub } from '../../src/auth/external/github.ts'
import type { RequestContext } from '../../src/request-context.ts'
import { readCookie } from '../support/accounts.ts'
import { createWorldUnder } from '../support/world.ts'

const answers: Record<string, unknown> = {
  '/login/oauth/access_token': { access_token: 'gho_x', token_type: 'bearer', scope: 'user:email' },
  '/user': { id: 583231, login: 'octo', name: null },
  '/user/emails': [
    { email: 'Other@example.org', primary: false, verified: true },
    { email: 'Octo@example.org', primary: true, verified: true },
  ],
}
const requests: string[] = []
/** The path that answers with a server error. */
let broken = ''
const github = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://github')
  requests.push(pathname)
  const status = pathname === broken ? 502 : pathname in answers ? 200 : 404
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answers[pathname] ?? {}))
})
await new Promise<void>((resolve) => {
  github.listen(0, '127.0.0.1', resolve)
})
afterAll(() => void github.close())
const address = github.address()
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const site = { web: base, api: base }
const settings = { clientId: 'client', clientSecret: 'secret' }
const world = createWorldUnder({ GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' })

/** The context of a request with this cookie. */
async function createContext(cookie = ''): Promise<RequestContext> {
  const app = new Hono()
  return new Promise((resolve, reject) => {
    app.get('/', (c) => {
      resolve(getRequestContext(c, world.services, createOperationLookup(appRouter)))
      return c.text('')
    })
    Promise.resolve(app.request('/', { headers: { cookie } })).catch(reject)
  })
}

describe('a sign-in with GitHub', () => {
  it('A-55: uses github.com by default', async () => {
    const { status, headers } = await (await world.rest()).post('/users/auth/github')
    expect(status).toBe(302)
    const location = new URL(headers.get('location') ?? '')
    expect(location.origin).toBe('https://github.com')
    expect(location.searchParams.get('scope')).toBe('user:email')
    expect(location.searchParams.get('code_challenge_method')).toBe('S256')
  })

  it('A-55: finds the account by GitHub’s numeric id, and reads the verified primary address', async () => {
    const first = await createContext()
    const start = await startGithub(first, settings, { site })
    const headers = new Headers(first.reply.cookies.map((cookie): [string, string] => ['set-cookie', cookie]))
    const cookie = `_service_session=${readCookie(headers, '_service_session')}`
    const search = `?code=abc&state=${start.searchParams.get('state')}`
    expect(await finishGithub(await createContext(cookie), settings, search, site)).toEqual({
      provider: 'github',
      uid: '583231',
      email: 'octo@example.org',
      emailVerified: true,
      name: 'octo',
    })
    expect(requests).toEqual(['/login/oauth/access_token', '/user', '/user/emails'])
    await expect(finishGithub(await createContext(cookie), settings, search, site)).rejects.toMatchObject({
      code: 'flow_expired',
    })
  })

  /** Signs in from a new browser; returns the person or the error. */
  const signIn = async () => {
    const first = await createContext()
    const start = await startGithub(first, settings, { site })
    const headers = new Headers(first.reply.cookies.map((cookie): [string, string] => ['set-cookie', cookie]))
    const context = await createContext(`_service_session=${readCookie(headers, '_service_session')}`)
    const search = `?code=abc&state=${start.searchParams.get('state')}`
    return finishGithub(context, settings, search, site).catch((error: unknown) => error)
  }

  it.each(['/login/oauth/access_token', '/user', '/user/emails'])(
    'is unavailable when GitHub answers with a server error at %s',
    async (path) => {
      broken = path
      expect(await signIn()).toMatchObject({ code: 'provider_unavailable' })
      broken = ''
    },
  )

  it.each(['/login/oauth/access_token', '/user', '/user/emails'])(
    'is rejected when GitHub’s answer exceeds the size limit at %s',
    async (path) => {
      const usual = answers[path]
      answers[path] = { padding: 'x'.repeat(2_000_000) }
      const ended = await signIn()
      expect(ended).toMatchObject({ code: 'invalid_response' })
      expect(inspect(ended, { depth: 9 })).toContain('answered more than 1000000 bytes')
      answers[path] = usual
    },
  )
})
