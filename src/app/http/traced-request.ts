import { SpanKind } from '@opentelemetry/api'
import type { Context } from 'hono'
import { getRoutePattern } from '../../http/route-pattern.ts'
import type { RequestContext } from '../../request-context.ts'
import { endWithError, startRoot, runInScope } from '../../telemetry/tracing/scope.ts'
import type { Tracing } from '../../telemetry/tracing/tracing.ts'

const SERVER_ERROR = 500

/** The span of a request. */
export interface TracedRequest {
  run: (work: () => Promise<void>) => Promise<void>
  ended: (status: number) => void
}

/** Starts the span of a request in the caller's trace or a new one; null if tracing is off. */
export function traceRequest(
  tracing: Tracing | null,
  c: Context,
  ctx: Pick<RequestContext, 'request' | 'route'>,
): TracedRequest | null {
  if (!tracing) return null
  const { id, method } = ctx.request
  const name = () => `${method} ${ctx.route ?? getRoutePattern(c)}`
  const attributes = { 'http.request.method': method, 'url.path': c.req.path, 'rulewright.request_id': id }
  const span = startRoot(method, { kind: SpanKind.SERVER, attributes }, c.req.header('traceparent'))
  return {
    run: (work) => runInScope({ requestId: id, name, span }, work),
    ended: (status) => {
      if (!span) return
      span.updateName(name())
      span.setAttributes({
        'http.route': ctx.route ?? getRoutePattern(c),
        'http.response.status_code': status,
      })
      if (status >= SERVER_ERROR) endWithError(span, String(status))
      else span.end()
    },
  }
}
