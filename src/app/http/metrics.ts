import type { Context, Hono } from 'hono'
import { otherMethods, respondWithError, type ContextOf } from '../../../openapi/rest.ts'
import { DomainError, notFound } from '../../errors.ts'
import { isLoopback } from '../../lib/client-address.ts'
import { sameSecret } from '../../lib/secrets.ts'
import { TEXT_TYPE, textOf } from '../../telemetry/metrics/families.ts'
import { type CollectedServices, createCollector } from '../metrics/collect-metrics.ts'
import { socketAddress } from './create-request-context.ts'

/** Headers that proxies, load balancers and content networks add: the caller behind them is not on this machine. */
const FORWARDING = [
  /^(forwarded|via|cdn-loop|(true-)?client-ip)$/,
  /^x-(forwarded|original|envoy|proxy|amzn|amz-cf|azure|arr|appengine|vercel)(-|$)/,
  /^x-((real|remote|client|cluster-client|proxyuser)-ip|remote-addr)$/,
  /^(cf|fly|fastly)-/,
]
const CHALLENGE = { 'www-authenticate': 'Bearer realm="metrics"' }

/**
 * The figures of the service for Prometheus. With METRICS_TOKEN they are for its bearer, else 401; without one for
 * callers on this machine, and to all others the address is an unknown one. docs/operations.md has every figure.
 */
export function mountMetrics(app: Hono, services: CollectedServices, contextOf: ContextOf): void {
  const gather = createCollector(services)
  const { token } = services.env.metrics
  app.get('/metrics', async (c) => {
    const refused = token === null ? localAlone(c) : bearerAlone(c, token)
    if (refused) return respondWithError(c, contextOf(c), refused)
    return c.text(textOf(await gather()), 200, { 'content-type': TEXT_TYPE, 'cache-control': 'no-store' })
  })
  app.all('/metrics', otherMethods(['GET'], contextOf))
}

function localAlone(c: Context): DomainError | null {
  const names = [...c.req.raw.headers.keys()]
  const forwarded = names.some((name) => FORWARDING.some((pattern) => pattern.test(name)))
  return !forwarded && isLoopback(socketAddress(c)) ? null : notFound()
}

function bearerAlone(c: Context, token: string): DomainError | null {
  const header = c.req.header('authorization') ?? ''
  const scheme = /^bearer +/i.exec(header)?.[0]
  if (scheme !== undefined && sameSecret(header.slice(scheme.length), token)) return null
  const said = 'The figures need their bearer token.'
  return new DomainError('unauthenticated', 'not_authenticated', said, { headers: CHALLENGE })
}
