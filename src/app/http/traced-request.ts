import { SpanKind } from '@opentelemetry/api'
import type { Context } from 'hono'
import { routeOf } from '../../http/route-of.ts'
import type { RequestContext } from '../../request-context.ts'
import { endWithError, startRoot, within } from '../../telemetry/tracing/scope.ts'
import type { Tracing } from '../../telemetry/tracing/tracing.ts'

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
  const attributes = { 'http.request.method': method, 'url.path': c.req.path, 'rulewright.request_id': id }
  const span = startRoot(method, { kind: SpanKind.SERVER, attributes }, c.req.header('traceparent'))
  return {
    run: (work) => within({ requestId: id, name, span }, work),
    ended: (status) => {
      if (!span) return
      span.updateName(name())
      span.setAttributes({
        'http.route': ctx.route ?? routeOf(c),
        'http.response.status_code': status,
      })
      if (status >= BAD) endWithError(span, String(status))
      else span.end()
    },
  }
}
