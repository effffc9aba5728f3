import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Context, Hono } from 'hono'
import { DomainError, notFoundError } from '../../errors.ts'
import { createBodySource } from '../../http/body/body-source.ts'
import { collectBody } from '../../http/body/read-body.ts'
import { toAddressKey } from '../../http/concurrency/request-slot.ts'
import type { Meta } from '../../procedures/meta.ts'
import { toTrpcError } from '../../procedures/trpc.ts'
import type { RequestContext, RequestPart } from '../../request-context.ts'
import { readIdempotentRequest } from './idempotent-call.ts'
import { createProcedureCaller } from './procedure-caller.ts'
import { streamResults } from './trpc-chunks.ts'

const BODY_LIMIT = 1024 * 1024
/** The most calls in one HTTP request; a larger batch is rejected as malformed. */
const BATCH_LIMIT = 50

/**
 * Mounts the tRPC endpoint. Errors have the same `reason` as over REST. Cross-site requests and bodies over the limit
 * are rejected before any call runs, including chunked bodies.
 */
export function mountTrpcEndpoint(
  app: Hono,
  appRouter: AnyTRPCRouter,
  getContext: (c: Context) => RequestContext,
  assertSameSite: (c: Context) => void,
): void {
  const router = createProcedureCaller(appRouter)
  app.use('/trpc/*', async (c, next) => {
    assertSameSite(c)
    assertNoForm(c)
    await next()
  })
  app.all('/trpc/*', async (c) => {
    const ctx = getContext(c)
    const { path } = c.req
    const calls = listCalls(path)
    countCalls(ctx, router, calls)
    if (calls.some((name) => findMeta(router, name)?.secret)) ctx.reply.secret = true
    if (calls.some((name) => isOpen(router, name))) await ctx.slot?.acquire(toAddressKey(ctx.request.address))
    return withBody(c, ctx, async () => {
      try {
        const idempotentRequest = await readIdempotentRequest(ctx, router, path, calls)
        const { ctx: callCtx, fillIn } = streamResults({ ...ctx, idempotentRequest }, calls.length)
        const answer = await handleCalls(router, callCtx, c.req.raw)
        if (idempotentRequest) return await addLateHeaders(ctx, answer)
        return await fillIn(answer, (error) =>
          ctx.services.log.error({ err: error, request_id: ctx.request.id, path }, 'response cut off'),
        )
      } catch (error) {
        if (error instanceof DomainError) return handleCalls(router, ctx, c.req.raw, error)
        throw error
      }
    })
  })
}

/** Throws 415 for forms and bytes: the tRPC library accepts them, but no procedure reads them. */
function assertNoForm(c: Context): void {
  if (!/^\s*(multipart\/|application\/octet-stream)/i.test(c.req.header('content-type') ?? '')) return
  throw new DomainError('media_type', 'unsupported_media_type', 'The body must be application/json.')
}

/**
 * Reads the body into the shared memory quota, then handles the request. Most calls are authenticated only when they
 * run, so their body counts for their address. Throws 413 and 408.
 */
async function withBody(
  c: Context,
  ctx: RequestPart<'concurrency' | 'env', 'request' | 'slot'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { raw } = c.req
  if (raw.method === 'GET' || raw.method === 'HEAD') return answer()
  const { concurrency, env } = ctx.services
  const reservation = concurrency.memory.open(ctx.slot?.getKey() ?? toAddressKey(ctx.request.address))
  try {
    const bounds = { limit: BODY_LIMIT, withinMs: env.bodies.timeoutMs, minRate: env.bodies.minRate }
    const body = await collectBody(createBodySource(c), bounds, reservation.reserve)
    const { url, method, headers, signal } = raw
    c.req.raw = new Request(url, { method, headers, signal, body: body.byteLength > 0 ? body : null })
    return await answer()
  } finally {
    reservation.release()
  }
}

/** Counts the calls, and names the request by its procedure. Unknown names never become labels. */
function countCalls(
  ctx: RequestPart<'metrics', 'route'>,
  router: AnyTRPCRouter,
  calls: readonly string[],
): void {
  const knownCalls = calls.filter((name) => Object.hasOwn(router._def.procedures, name))
  for (const name of knownCalls) ctx.services.metrics.countCall(name)
  const [first] = knownCalls
  if (calls.length > 1) ctx.route = '/trpc/(several)'
  else ctx.route = first === undefined ? '/trpc/(unknown)' : `/trpc/${first}`
}

/** True if a call needs no credential or is unknown: then it counts for its address. */
function isOpen(router: AnyTRPCRouter, name: string): boolean {
  const meta = findMeta(router, name)
  return meta?.access === undefined || meta.access.needs === 'public'
}

/** Returns the metadata of a procedure; undefined if it is unknown. */
function findMeta(router: AnyTRPCRouter, name: string): Meta | undefined {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  return Object.hasOwn(procedures, name) ? (procedures[name]?._def.meta as Meta | undefined) : undefined
}

/** Returns the procedure names in a path. Throws 404 if there are none. */
function listCalls(path: string): string[] {
  const names = path.slice('/trpc'.length).replace(/^\//, '').replace(/\/$/, '')
  if (names === '') throw notFoundError()
  try {
    return decodeURIComponent(names).split(',')
  } catch {
    return [names]
  }
}

/** Runs the calls of a request, or rejects all of them with `rejection`. */
async function handleCalls(
  router: AnyTRPCRouter,
  ctx: RequestContext,
  request: Request,
  rejection?: DomainError,
): Promise<Response> {
  const answer = await fetchRequestHandler({
    endpoint: '/trpc',
    req: request,
    router,
    maxBatchSize: BATCH_LIMIT,
    createContext: () => {
      if (rejection) throw toTrpcError(rejection)
      return ctx
    },
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
  // The library sets no media type if it rejects the whole request.
  if (answer.body !== null && answer.headers.get('content-type')?.startsWith('text/plain')) {
    answer.headers.set('content-type', 'application/json')
  }
  return answer
}

/** Adds headers that the calls set after a streamed response was created, such as that of a replayed response. */
async function addLateHeaders(
  ctx: Pick<RequestContext, 'request' | 'reply'>,
  answer: Response,
): Promise<Response> {
  if (ctx.request.header('trpc-accept') === undefined) return answer
  const text = await answer.text()
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(ctx.reply.headers)) headers.set(name, value)
  return new Response(text, { status: answer.status, headers })
}
