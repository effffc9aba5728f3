import type { Context, Hono } from 'hono'
import { rejectOtherMethods, respondWithError, type GetContext } from '../../../openapi/rest.ts'
import { DomainError, notFoundError } from '../../errors.ts'
import { isLoopback } from '../../lib/client-address.ts'
import { isSameSecret } from '../../lib/secrets.ts'
import { TEXT_TYPE, formatFamilies } from '../../telemetry/metrics/families.ts'
import { type CollectedServices, createCollector } from '../metrics/collect-metrics.ts'
import { readSocketAddress } from './create-request-context.ts'

/** Headers that proxies, load balancers and CDNs add: their presence means that the caller is not on this machine. */
const FORWARDING = [
  /^(forwarded|via|cdn-loop|(true-)?client-ip)$/,
  /^x-(forwarded|original|envoy|proxy|amzn|amz-cf|azure|arr|appengine|vercel)(-|$)/,
  /^x-((real|remote|client|cluster-client|proxyuser)-ip|remote-addr)$/,
  /^(cf|fly|fastly)-/,
]
const CHALLENGE = { 'www-authenticate': 'Bearer realm="metrics"' }

/**
 * Mounts the Prometheus metrics. With METRICS_TOKEN, callers need it as bearer token, else 401. Without it, only callers
 * on this machine get them, others get 404. docs/operations.md lists every metric.
 */
export function mountMetrics(app: Hono, services: CollectedServices, getContext: GetContext): void {
  const gather = createCollector(services)
  const { token } = services.env.metrics
  app.get('/metrics', async (c) => {
    const error = token === null ? checkLocal(c) : checkBearer(c, token)
    if (error) return respondWithError(c, getContext(c), error)
    return c.text(formatFamilies(await gather()), 200, {
      'content-type': TEXT_TYPE,
      'cache-control': 'no-store',
    })
  })
  app.all('/metrics', rejectOtherMethods(['GET'], getContext))
}

function checkLocal(c: Context): DomainError | null {
  const names = [...c.req.raw.headers.keys()]
  const forwarded = names.some((name) => FORWARDING.some((pattern) => pattern.test(name)))
  return !forwarded && isLoopback(readSocketAddress(c)) ? null : notFoundError()
}

function checkBearer(c: Context, token: string): DomainError | null {
  const header = c.req.header('authorization') ?? ''
  const scheme = /^bearer +/i.exec(header)?.[0]
  if (scheme !== undefined && isSameSecret(header.slice(scheme.length), token)) return null
  const message = 'Metrics require a bearer token.'
  return new DomainError('unauthenticated', 'not_authenticated', message, { headers: CHALLENGE })
}
