import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createOperationLookup } from '../../../openapi/routes.ts'
import { appRouter } from '../../../routers/index.ts'
import { getRequestContext } from '../../../src/app/http/create-request-context.ts'
import { mountWebApp } from '../../../src/app/http/web-app.ts'
import type { WebBuild } from '../../../src/http/web/static-files.ts'
import { createWorld } from '../../support/world.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const BUILT: WebBuild = {
  page: '<meta property="csp-nonce" nonce="NONCE-OF-THE-PAGE"><div id="app"></div>',
  assets: new Map([
    [
      'main-abc.js',
      {
        type: 'text/javascript; charset=utf-8',
        forms: [
          { encoding: 'br', bytes: bytes('b') },
          { encoding: 'gzip', bytes: bytes('g') },
          { encoding: null, bytes: bytes('plain') },
        ],
      },
    ],
  ]),
  pages: [
    { path: '/components/$id/$name', files: ['assets/requirement.js'] },
    { path: '/components/$id/edit', files: ['assets/table.js', 'assets/shared.js'] },
  ],
}

const world = createWorld()

function serveBuild(read: () => Promise<WebBuild | null> = () => Promise.resolve(BUILT)) {
  const app = new Hono()
  mountWebApp(
    app,
    world.services,
    (c) => getRequestContext(c, world.services, createOperationLookup(appRouter)),
    read,
  )
  return (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
}

describe('the web application', () => {
  test('E-27: has a policy with a new nonce for every page, and the page contains the nonce', async () => {
    const get = serveBuild()
    const [home, other] = [await get('/app'), await get('/app/projects/7?q=x')]
    const nonces = [home, other].map(
      ({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1],
    )
    expect(new Set(nonces).size).toBe(2)
    expect(await home.text()).toContain(`nonce="${nonces[0]}"`)
    const policy = home.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(home.headers.get('cache-control')).toBe('no-cache')
  })

  test('preloads the first data for visitors who may have a session', async () => {
    const get = serveBuild(() => Promise.resolve({ ...BUILT, page: '<title>x</title>' }))
    const cookie = `${world.services.env.service.sessionCookie}=x`
    expect(await (await get('/app')).text()).toBe('<title>x</title>')
    const listLinked = async (path: string) =>
      [...(await (await get(path, { cookie })).text()).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    expect(await listLinked('/app/projects')).toEqual([expect.stringContaining('sessions.me')])
    expect(await listLinked('/app/components/7/edit')).toEqual([
      expect.stringContaining('sessions.me'),
      expect.stringContaining('rules.picker'),
    ])
    expect(await listLinked('/app/components/7/comments')).toEqual(await listLinked('/app/components/7/edit'))
    expect(await listLinked('/app/projects/7/triage')).toEqual([
      expect.stringContaining('sessions.me'),
      expect.stringContaining('reviews.ofProject'),
    ])
    expect(await listLinked('/app/components/7/triage?comment=3')).toEqual([
      expect.stringContaining('sessions.me'),
      expect.stringContaining('reviews.ofComponent,reviews.get'),
    ])
    // A filter changes the comments.
    expect(await listLinked('/app/components/7/triage?triage_status=all')).toHaveLength(1)
    expect(await listLinked('/app/components/7"><script>/edit')).toHaveLength(1)
  })

  test('preloads the scripts of the page, so that none waits for another', async () => {
    const get = serveBuild(() => Promise.resolve({ ...BUILT, page: '<head></head>' }))
    const cookie = `${world.services.env.service.sessionCookie}=x`
    const listFiles = async (path: string) =>
      [
        ...(await (await get(path, { cookie })).text()).matchAll(
          /"modulepreload" crossorigin href="([^"]+)"/g,
        ),
      ].map(([, href]) => href)
    expect(await listFiles('/app/components/7/edit')).toEqual([
      '/app/assets/table.js',
      '/app/assets/shared.js',
    ])
    expect(await listFiles('/app/components/7/HGW1-01-000001')).toEqual(['/app/assets/requirement.js'])
    expect(await listFiles('/app/components/7')).toEqual([])
    expect(await (await get('/app/components/7/edit')).text()).toBe('<head></head>')
  })

  test('keeps the token of a mailed link out of the referrer', async () => {
    const { headers } = await serveBuild()('/app/users/password/edit?reset_password_token=x')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test.each([
    ['br, gzip', 'br', 'b'],
    ['gzip', 'gzip', 'g'],
    ['gzip, br;q=0', 'gzip', 'g'],
    ['', null, 'plain'],
  ])(
    'serves a file to a client that accepts "%s" as %s, cacheable for a year',
    async (accept, encoding, text) => {
      const answer = await serveBuild()('/app/assets/main-abc.js', { 'accept-encoding': accept })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(await answer.text()).toBe(text)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    },
  )

  test('answers 404 for a file that was not built, and 503 until the application is built', async () => {
    expect((await serveBuild()('/app/assets/main-old.js')).status).toBe(404)
    let built: WebBuild | null = null
    const get = serveBuild(() => Promise.resolve(built))
    expect((await get('/app')).status).toBe(503)
    built = BUILT
    expect((await get('/app')).status).toBe(200)
  })
})
