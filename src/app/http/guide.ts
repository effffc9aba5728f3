import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { guardDocs } from '../../../openapi/docs.ts'
import { rejectOtherMethods, type GetContext } from '../../../openapi/rest.ts'
import { notFoundError } from '../../errors.ts'
import { buildSecurityHeaders } from '../../http/security-headers.ts'
import { ROOT } from '../../lib/root.ts'
import { createRandomToken } from '../../lib/secrets.ts'
import type { Services } from '../../services.ts'

const GUIDE = join(ROOT, 'docs/guide')
const IMAGES = join(ROOT, 'docs/images')

/** The pages in reading order; each is an HTML fragment in docs/guide. */
export const GUIDE_PAGES: Readonly<Record<string, string>> = {
  index: 'Start here',
  commenters: 'Commenters',
  authors: 'Authors',
  triage: 'Triage',
  reviewers: 'Reviewers',
  'project-admins': 'Project admins',
  administrators: 'System administrators',
}

/** The images of the pages. */
export const GUIDE_IMAGES: readonly string[] = ['my-work', 'readiness', 'requirement']

/** Serves the user guide at /docs/guide, with the access rules of the other documentation (rule E-21). */
export function mountGuide(app: Hono, services: Pick<Services, 'env'>, getContext: GetContext): void {
  const guarded = guardDocs(services, getContext)
  const { env } = services
  const createHeaders = (nonce: string) =>
    buildSecurityHeaders({
      body: 'html',
      https: env.http.baseUrl?.startsWith('https:') ?? false,
      authenticated: env.docs.requireLogin,
      nonce,
    })
  const answerPage = async (c: Context, name: string): Promise<Response> => {
    if (!Object.hasOwn(GUIDE_PAGES, name)) throw notFoundError()
    const nonce = createRandomToken(16)
    const fragment = await readFile(join(GUIDE, `${name}.html`), 'utf8')
    return c.html(renderGuidePage(name, fragment, nonce), 200, createHeaders(nonce))
  }
  const answerImage = async (c: Context): Promise<Response> => {
    const file = c.req.param('file') ?? ''
    if (!GUIDE_IMAGES.some((image) => file === `${image}.png`)) throw notFoundError()
    return c.body(new Uint8Array(await readFile(join(IMAGES, file))), 200, {
      'content-type': 'image/png',
      'cache-control': env.docs.requireLogin ? 'no-store' : 'max-age=3600',
    })
  }
  app.get(
    '/docs/guide',
    guarded((c) => answerPage(c, 'index')),
  )
  app.get('/docs/guide/images/:file', guarded(answerImage))
  app.get(
    '/docs/guide/:page',
    guarded((c) => answerPage(c, c.req.param('page') ?? '')),
  )
  for (const path of ['/docs/guide', '/docs/guide/images/:file', '/docs/guide/:page']) {
    app.all(path, rejectOtherMethods(['GET'], getContext))
  }
}

/** Renders a page around a fragment of docs/guide, which is trusted markup. */
function renderGuidePage(name: string, fragment: string, nonce: string) {
  const links = Object.entries(GUIDE_PAGES).map(
    ([page, title]) =>
      html`<li>
        <a
          href="/docs/guide${page === 'index' ? '' : `/${page}`}"
          ${raw(page === name ? 'aria-current="page"' : '')}
          >${title}</a
        >
      </li>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${GUIDE_PAGES[name] ?? ''} · User guide · Rulewright</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <nav aria-label="User guide">
          <p><a href="/app">Rulewright</a></p>
          <ul>
            ${links}
          </ul>
        </nav>
        <main>${raw(fragment)}</main>
      </body>
    </html>`
}

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; padding: 1.5rem; max-width: 64rem; font: 1rem/1.6 system-ui, sans-serif }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
nav a[aria-current] { font-weight: 600; text-decoration: none; color: inherit }
main { max-width: 46rem }
h1 { line-height: 1.25 }
img { max-width: 100%; height: auto; border: 1px solid #8888; border-radius: 6px }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8888; text-align: left; vertical-align: top }
kbd { padding: .1rem .35rem; border: 1px solid #8888; border-radius: 4px; font: .875em ui-monospace, monospace }
`
