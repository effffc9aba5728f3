import { readFileSync } from 'node:fs'
import type { Context, Hono } from 'hono'
import { buildSecurityHeaders, buildStyleNonceScript } from '../src/http/security-headers.ts'
import { createRandomToken } from '../src/lib/secrets.ts'
import type { Services } from '../src/services.ts'
import { renderErrorPage } from './error-page.ts'
import { rejectOtherMethods, respondWithError, type GetContext } from './rest.ts'
import { buildServedDocument } from './served.ts'

// The package exports only its modules; the standalone script is next to them.
const SCALAR = new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'))

/**
 * Mounts the API documentation: /openapi.json, /docs (with a local script) and the list of errors. Public unless
 * DOCS_REQUIRE_LOGIN (rule E-21).
 */
export function mountDocs(app: Hono, services: Pick<Services, 'env'>, getContext: GetContext): void {
  const { env } = services
  const createHeaders = (nonce?: string) =>
    buildSecurityHeaders({
      body: 'html',
      https: env.http.baseUrl?.startsWith('https:') ?? false,
      authenticated: env.docs.requireLogin,
      ...(nonce ? { nonce } : {}),
    })
  const pages: Record<string, PageHandler> = {
    ...createFileHandlers(env),
    '/docs': (c) => {
      const nonce = createRandomToken(16)
      return c.html(renderReferencePage(nonce), 200, createHeaders(nonce))
    },
    '/docs/api/errors': (c) => c.html(renderErrorPage(), 200, createHeaders()),
  }
  const guarded = guardDocs(services, getContext)
  for (const [path, handler] of Object.entries(pages)) app.get(path, guarded(handler))
  for (const path of Object.keys(pages)) app.all(path, rejectOtherMethods(['GET'], getContext))
}

/** Creates the handlers of the document and the script, which are read once. */
function createFileHandlers({ http, service, docs }: Services['env']): Record<string, PageHandler> {
  let document: string | undefined
  let script: string | undefined
  return {
    '/openapi.json': (c) => {
      document ??= buildServedDocument(http.baseUrl ?? '/', service.name)
      return c.body(document, 200, { 'content-type': 'application/json' })
    },
    '/docs/scalar.js': (c) => {
      script ??= readFileSync(SCALAR, 'utf8')
      return c.body(script, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': docs.requireLogin ? 'no-store' : 'max-age=3600',
      })
    },
  }
}

type PageHandler = (c: Context) => Response | Promise<Response>

/** Wraps a handler of documentation: public, or for signed-in callers if DOCS_REQUIRE_LOGIN is set (rule E-21). */
export function guardDocs({ env }: Pick<Services, 'env'>, getContext: GetContext) {
  return (answer: PageHandler) =>
    async (c: Context): Promise<Response> => {
      try {
        if (env.docs.requireLogin) await getContext(c).authenticate('read')
        return await answer(c)
      } catch (error) {
        return respondWithError(c, getContext(c), error)
      }
    }
}

function renderReferencePage(nonce: string): string {
  const configuration = {
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
  }
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API reference</title><link rel="icon" href="data:,"></head>
<body>
<div id="reference"></div>
<script nonce="${nonce}">${buildStyleNonceScript(nonce)}</script>
<script src="/docs/scalar.js"></script>
<script nonce="${nonce}">Scalar.createApiReference('#reference', ${JSON.stringify(configuration)})</script>
</body>
</html>`
}
