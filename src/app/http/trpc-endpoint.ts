import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Context, Hono } from 'hono'
import { DomainError, notFound } from '../../errors.ts'
import { bodySourceOf } from '../../http/body/body-source.ts'
import { collectBody } from '../../http/body/read-body.ts'
import { addressKey } from '../../http/concurrency/request-slot.ts'
import type { Meta } from '../../procedures/meta.ts'
import { carried } from '../../procedures/trpc.ts'
import type { RequestContext } from '../../request-context.ts'
import { idempotentRequestOf } from './idempotent-call.ts'
import { procedureCaller } from './procedure-caller.ts'
import { streamResults } from './trpc-chunks.ts'

const BODY_LIMIT = 1024 * 1024
/** Calls of one HTTP request; more is refused as unreadable. */
const BATCH_LIMIT = 50

/**
 * The tRPC endpoint. Refusals carry the same `reason` as over REST; cross-site requests and bodies over the limit
 * are refused before any call runs, chunked ones too.
 */
export function mountTrpcEndpoint(
  app: Hono,
  whole: AnyTRPCRouter,
  contextOf: (c: Context) => RequestContext,
  assertSameSite: (c: Context) => void,
): void {
  const router = procedureCaller(whole)
  app.use('/trpc/*', async (c, next) => {
    assertSameSite(c)
    assertNoForm(c)
    await next()
  })
  app.all('/trpc/*', async (c) => {
    const ctx = contextOf(c)
    const { path } = c.req
    const calls = callsIn(path)
    countCalls(ctx, router, calls)
    if (calls.some((name) => metaOf(router, name)?.secret)) ctx.reply.secret = true
    if (calls.some((name) => isOpen(router, name))) await ctx.turn?.acquire(addressKey(ctx.request.address))
    return withBody(c, ctx, async () => {
      try {
        const once = await idempotentRequestOf(ctx, router, path, calls)
        const { ctx: own, filled } = streamResults(once ? { ...ctx, once } : ctx, calls.length)
        const answer = await answered(router, own, c.req.raw)
        if (once) return await tellStreams(ctx, answer)
        return await filled(answer, (error) =>
          ctx.services.log.error({ err: error, request_id: ctx.request.id, path }, 'answer cut off'),
        )
      } catch (error) {
        if (error instanceof DomainError) return answered(router, ctx, c.req.raw, error)
        throw error
      }
    })
  })
}

/** The library takes forms and bytes beside JSON, which no procedure reads: throws 415 for them. */
function assertNoForm(c: Context): void {
  if (!/^\s*(multipart\/|application\/octet-stream)/i.test(c.req.header('content-type') ?? '')) return
  throw new DomainError('media_type', 'unsupported_media_type', 'The body must be application/json.')
}

/** Answers a request once its body is read, into the memory that bodies share. Throws 413 and 408 before. */
async function withBody(c: Context, ctx: RequestContext, answer: () => Promise<Response>): Promise<Response> {
  const { raw } = c.req
  if (raw.method === 'GET' || raw.method === 'HEAD') return answer()
  const { concurrency: fair, env } = ctx.services
  const room = fair.memory.open(ctx.turn?.who() ?? '')
  try {
    const bounds = { limit: BODY_LIMIT, withinMs: env.bodies.timeoutMs, leastRate: env.bodies.leastRate }
    const body = await collectBody(bodySourceOf(c), bounds, room.reserve)
    const { url, method, headers, signal } = raw
    c.req.raw = new Request(url, { method, headers, signal, body: body.byteLength > 0 ? body : null })
    return await answer()
  } finally {
    room.release()
  }
}

/** Names the request in the figures by its procedure, never by what no procedure is called. */
function countCalls(ctx: RequestContext, router: AnyTRPCRouter, calls: readonly string[]): void {
  const known = calls.filter((name) => Object.hasOwn(router._def.procedures, name))
  for (const name of known) ctx.services.metrics.called(name)
  const [first] = known
  if (calls.length > 1) ctx.route = '/trpc/(several)'
  else ctx.route = first === undefined ? '/trpc/(unknown)' : `/trpc/${first}`
}

/** Whether a call asks for no credential, or is unknown: then it counts for its address. */
function isOpen(router: AnyTRPCRouter, name: string): boolean {
  const meta = metaOf(router, name)
  return meta?.access === undefined || meta.access.needs === 'public'
}

/** What is declared of a procedure; undefined for an unknown one. */
function metaOf(router: AnyTRPCRouter, name: string): Meta | undefined {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  return Object.hasOwn(procedures, name) ? (procedures[name]?._def.meta as Meta | undefined) : undefined
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
): Promise<Response> {
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
      if (error.code !== 'INTERNAL_SERVER_ERROR' || error.cause instanceof DomainError) return
      ctx.services.log.error({ err: error, request_id: ctx.request.id, path }, 'unexpected error')
    },
  })
  // The library names no media type where it refuses a request as a whole.
  if (answer.body !== null && answer.headers.get('content-type')?.startsWith('text/plain')) {
    answer.headers.set('content-type', 'application/json')
  }
  return answer
}

/** An answer that leaves line by line has sent its headers before the call: whether it was made before is told behind. */
async function tellStreams(ctx: RequestContext, answer: Response): Promise<Response> {
  if (ctx.request.header('trpc-accept') === undefined) return answer
  const text = await answer.text()
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(ctx.reply.headers)) headers.set(name, value)
  return new Response(text, { status: answer.status, headers })
}
