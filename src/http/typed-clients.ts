import type { AnyTRPCRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isPassing } from '../../openapi/idempotent.ts'
import type { RequestContext } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { carried } from '../trpc.ts'
import { callOnce, type Answered } from './call-once.ts'

const BODY_LIMIT = 1024 * 1024
/** Calls of one HTTP request; more is refused as unreadable. */
const BATCH_LIMIT = 50

/**
 * The tRPC endpoint. Refusals carry the same `reason` as over REST; cross-site requests and bodies over the limit
 * are refused before any call runs, chunked ones too.
 */
export function mountTypedClients(
  app: Hono,
  router: AnyTRPCRouter,
  contextOf: (c: Context) => RequestContext,
  assertSameSite: (c: Context) => void,
): void {
  const limit = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: () => {
      const message = `The body is larger than the limit of ${BODY_LIMIT} bytes.`
      throw new DomainError('too_large', 'payload_too_large', message)
    },
  })
  app.use('/trpc/*', async (c, next) => {
    assertSameSite(c)
    await next()
  })
  app.all('/trpc/*', limit, async (c) => {
    const ctx = contextOf(c)
    const answer = (request: Request, refusal?: DomainError) => answered(router, ctx, request, refusal)
    return callOnce(c, ctx, router, callsIn(c.req.path), answer)
  })
}

/** The procedures that an address names. Throws 404 when it names none. */
function callsIn(path: string): string[] {
  const names = path.slice('/trpc'.length).replace(/^\//, '').replace(/\/$/, '')
  if (names === '') throw notFound()
  try {
    return decodeURIComponent(names).split(',')
  } catch {
    return [names]
  }
}

/** Runs the calls of a request, or refuses all of them alike. */
async function answered(
  router: AnyTRPCRouter,
  ctx: RequestContext,
  request: Request,
  refusal?: DomainError,
): Promise<Answered> {
  let passing = false
  const answer = await fetchRequestHandler({
    endpoint: '/trpc',
    req: request,
    router,
    maxBatchSize: BATCH_LIMIT,
    createContext: () => {
      if (refusal) throw carried(refusal)
      return ctx
    },
    responseMeta: () => {
      const headers = new Headers(ctx.reply.headers)
      for (const cookie of ctx.reply.cookies) headers.append('set-cookie', cookie)
      if (ctx.reply.cookies.length > 0) headers.set('cache-control', 'no-store')
      return { headers }
    },
    onError: ({ error, path }) => {
      passing ||= isPassing(getHTTPStatusCodeFromError(error))
      if (error.code !== 'INTERNAL_SERVER_ERROR' || error.cause instanceof DomainError) return
      ctx.services.log.error({ err: error, request_id: ctx.request.id, path }, 'unexpected error')
    },
  })
  // The library names no media type where it refuses a request as a whole.
  if (answer.body !== null && answer.headers.get('content-type')?.startsWith('text/plain')) {
    answer.headers.set('content-type', 'application/json')
  }
  return { answer, passing: () => passing }
}
