import type { Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { rejectOtherMethods, respondWithError } from '../../../openapi/rest.ts'
import { listSignInOrigins } from '../../auth/external/sign-in-origins.ts'
import { WEB_ROOT } from '../../config/web-root.ts'
import { DomainError, notFoundError } from '../../errors.ts'
import { buildSecurityHeaders } from '../../http/security-headers.ts'
import { addPreloadLinks } from '../../http/web/preload-links.ts'
import { readWebBuild, type Asset, type WebBuild } from '../../http/web/static-files.ts'
import { createRandomToken } from '../../lib/secrets.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Services } from '../../services.ts'

const NONCE = /NONCE-OF-THE-PAGE/g
const A_YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the web application: its page under every path of /app, and its hashed files. `read` loads the build; it is
 * called again until a build exists.
 */
export function mountWebApp(
  app: Hono,
  services: Pick<Services, 'env' | 'clock'>,
  getContext: (c: Context) => RequestContext,
  read: () => Promise<WebBuild | null> = readWebBuild,
): void {
  let built: Promise<WebBuild | null> | undefined
  const readCurrentBuild = async (): Promise<WebBuild> => {
    built ??= read()
    const build = await built
    if (build) return build
    built = undefined
    throw new DomainError(
      'unavailable',
      'service_unavailable',
      'The web application is not built yet. Run `npm run build`.',
    )
  }
  const createHandler =
    (answer: (c: Context, build: WebBuild) => Response | Promise<Response>) => async (c: Context) => {
      try {
        return await answer(c, await readCurrentBuild())
      } catch (error) {
        return respondWithError(c, getContext(c), error)
      }
    }
  const page = createHandler((c, build) => answerPage(c, services, build))
  app.get(
    `${WEB_ROOT}/assets/:name`,
    createHandler((c, { assets }) => answerAsset(c, assets.get(c.req.param('name') ?? ''))),
  )
  app.get(WEB_ROOT, page)
  app.get(`${WEB_ROOT}/*`, page)
  app.all(WEB_ROOT, rejectOtherMethods(['GET'], getContext))
  app.all(`${WEB_ROOT}/*`, rejectOtherMethods(['GET'], getContext))
}

/** Returns the page with a new nonce for each request (rule E-27). */
async function answerPage(
  c: Context,
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  { page: html, pages }: WebBuild,
): Promise<Response> {
  const nonce = createRandomToken(16)
  const headers = buildSecurityHeaders({
    body: 'workbench',
    https: env.http.baseUrl?.startsWith('https:') ?? false,
    authenticated: false,
    nonce,
    formTargets: await listSignInOrigins(env, clock()),
    tokenInUrl: /[?&]\w*_token=/.test(c.req.url),
  })
  // Without a session, the page shows the sign-in and preloads nothing.
  const isSignedOut = getCookie(c, env.service.sessionCookie) === undefined
  const page = isSignedOut
    ? html.replace('<div id="app">', '<div id="app" data-signed-out>')
    : addPreloadLinks(html, new URL(c.req.url), pages)
  return c.html(page.replace(NONCE, nonce), 200, { ...headers, 'cache-control': 'no-cache' })
}

function answerAsset(c: Context, asset: Asset | undefined): Response {
  if (!asset) throw notFoundError()
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: asset.forms.map((form) => form.encoding ?? 'identity'),
    default: 'identity',
    match: (header, { supports }) =>
      supports.find((name) => header.some(({ type, q }) => type === name && q > 0)) ?? 'identity',
  })
  const form = asset.forms.find((item) => (item.encoding ?? 'identity') === encoding) ?? asset.forms.at(-1)
  if (!form) throw notFoundError()
  return c.body(form.bytes, 200, {
    'content-type': asset.type,
    'cache-control': A_YEAR,
    vary: 'Accept-Encoding',
    ...(form.encoding === null ? {} : { 'content-encoding': form.encoding }),
  })
}
