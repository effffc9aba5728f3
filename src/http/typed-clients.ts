import type { AnyTRPCRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RequestContext } from '../context.ts'
import { DomainError } from '../errors.ts'

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
    return fetchRequestHandler({
      endpoint: '/trpc',
      req: c.req.raw,
      router,
      maxBatchSize: BATCH_LIMIT,
      createContext: () => ctx,
      responseMeta: () => {
        const headers = new Headers(ctx.reply.headers)
        for (const cookie of ctx.reply.cookies) headers.append('set-cookie', cookie)
        if (ctx.reply.cookies.length > 0) headers.set('cache-control', 'no-store')
        return { headers }
      },
      onError: ({ error, path }) => {
        if (error.code !== 'INTERNAL_SERVER_ERROR' || error.cause instanceof DomainError) return
        ctx.services.log.error({ err: error, request_id: ctx.request.id, path }, 'unexpected error')
      },
    })
  })
}
