import type { Context } from 'hono'
import type { RequestContext } from '../request.ts'
import { within } from '../tracing/scope.ts'
import { routeOf } from './route-of.ts'
import type { Tracing } from '../tracing/tracing.ts'

const BAD = 500

/** A request under its trace: what runs in it, and its end. */
export interface TracedRequest {
  run: (work: () => Promise<void>) => Promise<void>
  ended: (status: number) => void
}

/** Puts a request into the trace that its sender names, or a new one; null where nothing is watched. */
export function tracedRequest(
  tracing: Tracing | null,
  c: Context,
  ctx: RequestContext,
): TracedRequest | null {
  if (!tracing) return null
  const { id, method } = ctx.request
  const name = () => `${method} ${ctx.route ?? routeOf(c)}`
  const span = tracing.root(method, 'server', {
    traceparent: c.req.header('traceparent'),
    attributes: { 'http.request.method': method, 'url.path': c.req.path, 'rulewright.request_id': id },
  })
  return {
    run: (work) => within({ requestId: id, name, span }, work),
    ended: (status) => {
      if (!span) return
      span.name = name()
      Object.assign(span.attributes, {
        'http.route': ctx.route ?? routeOf(c),
        'http.response.status_code': status,
      })
      span.end(status >= BAD ? String(status) : null)
    },
  }
}
