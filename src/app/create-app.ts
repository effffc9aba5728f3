import type { AnyTRPCRouter } from '@trpc/server'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { mountDocs } from '../../openapi/docs.ts'
import { mountRest, rejectOtherMethods, type GetContext } from '../../openapi/rest.ts'
import { createOperationLookup } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import type { Env } from '../config/env.ts'
import { WEB_ROOT } from '../config/web-root.ts'
import { DomainError } from '../errors.ts'
import { compressAnswer } from '../http/compress.ts'
import { formatCrossSiteMessage, isCrossSite, listOwnOrigins } from '../http/cross-site.ts'
import { getRoutePattern } from '../http/route-pattern.ts'
import { mountVulcanPaths, toRoutedPath } from '../http/web/vulcan-paths.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { getRequestContext } from './http/create-request-context.ts'
import { mountGuide } from './http/guide.ts'
import { mountHealth } from './http/health.ts'
import { mountMetrics } from './http/metrics.ts'
import { mountSignIn } from './http/sign-in-routes.ts'
import { traceRequest } from './http/traced-request.ts'
import { mountTrpcEndpoint } from './http/trpc-endpoint.ts'
import { mountWebApp } from './http/web-app.ts'

/** Paths of monitoring requests, which do not slow the background tasks. */
const MONITORING_PATHS = /^\/(up|metrics|health_check)(\/|$)/

/**
 * Creates the HTTP application for any Fetch-compatible listener. `port` returns the actual port; `router` is the API,
 * which only tests of the transport replace.
 */
export function createApp(
  services: Services,
  port: () => number = () => services.env.http.port,
  router: AnyTRPCRouter = appRouter,
): Hono {
  const app = new Hono({ strict: true, getPath: toRoutedPath })
  const operations = createOperationLookup(router)
  const getContext: GetContext = (c) => getRequestContext(c, services, operations)
  const assertSameSite = createSameSiteGuard(services.env.http, port, getContext)
  app.use(answerRequest(services, getContext))
  mountHealth(app, services, getContext)
  mountMetrics(app, services, getContext)
  app.get('/', (c) => c.redirect(WEB_ROOT, 302))
  app.all('/', rejectOtherMethods(['GET'], getContext))
  mountDocs(app, services, getContext)
  mountGuide(app, services, getContext)
  mountWebApp(app, services, getContext)
  mountVulcanPaths(app)
  mountTrpcEndpoint(app, router, getContext, assertSameSite)
  mountSignIn(app, getContext, assertSameSite)
  mountRest(app, router, getContext, assertSameSite)
  return app
}

/** Creates a guard that throws 403 for a cross-site write with a cookie. */
function createSameSiteGuard(
  { baseUrl, host }: Env['http'],
  port: () => number,
  getContext: GetContext,
): (c: Context) => void {
  let cached = { port: -1, origins: [''] }
  const readOwnOrigins = (): string[] => {
    if (cached.port !== port()) cached = { port: port(), origins: listOwnOrigins(baseUrl, host, port()) }
    return cached.origins
  }
  return (c) => {
    const crossSite = isCrossSite({
      method: c.req.method,
      secFetchSite: c.req.header('sec-fetch-site'),
      origin: c.req.header('origin'),
      ownOrigins: readOwnOrigins(),
      tokenCredential: getContext(c).credential.kind === 'token',
    })
    if (crossSite) {
      throw new DomainError(
        'forbidden',
        'cross_site_request',
        formatCrossSiteMessage(baseUrl, readOwnOrigins()),
      )
    }
  }
}

/** Measures, traces and logs each request, and completes its response. */
function answerRequest(
  { metrics, throttle, tracing, log }: Pick<Services, 'metrics' | 'throttle' | 'tracing' | 'log'>,
  getContext: GetContext,
): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    const ctx = getContext(c)
    metrics.requests.begin()
    const endRequest = MONITORING_PATHS.test(c.req.path) ? null : throttle.trackRequest()
    const trace = traceRequest(tracing, c, ctx)
    try {
      try {
        await (trace ? trace.run(next) : next())
      } finally {
        ctx.slot?.release()
      }
      applyHeaders(c, ctx)
      await compressAnswer(c, ctx)
    } finally {
      // Always: a request that never ends would throttle the background tasks forever.
      endRequest?.()
      const ms = performance.now() - started
      metrics.requests.end(c.req.method, ctx.route ?? getRoutePattern(c), c.res.status, ms)
      trace?.ended(c.res.status)
    }
    const { method, path } = c.req
    const ms = Math.round(performance.now() - started)
    log.info({ request_id: ctx.request.id, method, path, status: c.res.status, ms }, 'request')
  }
}

/** Adds the common headers to pages and text responses; operations have already set them. */
function applyHeaders(c: Context, { reply }: Pick<RequestContext, 'reply'>): void {
  if (reply.applied) return
  for (const [name, value] of Object.entries(reply.headers)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
