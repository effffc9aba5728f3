import type { Context, Hono } from 'hono'
import { TRPCError } from '@trpc/server'
import { databaseRefusal } from '../src/database-refusal.ts'
import { DomainError, notFound, unexpected } from '../src/errors.ts'
import type { RequestContext } from '../src/context.ts'
import { takeLimits } from '../src/access/procedures.ts'
import type { Meta } from '../src/meta.ts'
import type { Piece, Pieces } from '../src/portions.ts'
import { inRoom } from './body.ts'
import { errorAnswer } from './errors.ts'
import { runOnce, takesKey } from './idempotent.ts'
import { inputOf } from './input.ts'
import { bodyOf } from './pieces.ts'
import { routesByAddress, type Route } from './routes.ts'
import type { AnyTRPCRouter } from '@trpc/server'

/** Makes the context of one request; `app.ts` binds it to the services. */
export type ContextOf = (c: Context) => RequestContext

/**
 * Mounts every operation that declares a REST path as a native Hono route: the order of checks and the
 * form of answers of contract decisions 1 to 11, for all of them, here.
 */
export function mountRest(
  app: Hono,
  router: AnyTRPCRouter,
  contextOf: ContextOf,
  assertSameSite: (c: Context) => void,
): void {
  for (const routes of routesByAddress(router)) {
    for (const route of routes) {
      app.on(route.method, route.pattern, async (c) => {
        const ctx = contextOf(c)
        try {
          return await answer(c, ctx, route, assertSameSite)
        } catch (error) {
          return refuse(c, ctx, error, route.meta)
        }
      })
    }
    const methods = routes.map(({ method }) => method)
    for (const pattern of new Set(routes.map((route) => route.pattern))) {
      app.all(pattern, otherMethods(methods, contextOf))
    }
  }
  app.notFound((c) => refuse(c, contextOf(c), notFound()))
  app.onError((error, c) => refuse(c, contextOf(c), error))
}

async function answer(
  c: Context,
  ctx: RequestContext,
  route: Route,
  assertSameSite: (c: Context) => void,
): Promise<Response> {
  assertSameSite(c)
  const late = typeof route.meta.limits === 'function'
  const open = route.meta.access?.needs === 'public'
  const scope = route.method === 'GET' ? 'read' : 'write'
  const actor = open ? null : await ctx.authenticate(route.meta.access?.needs === 'session' ? 'any' : scope)
  if (actor && !late) await takeLimits(ctx, route.meta, actor)
  return inRoom(c, ctx.services.uploads, route.meta.upload, async () => {
    const input = await inputOf(c, route)
    const run = () => called(c, ctx, route, input, late)
    if (!actor || !takesKey(route.method, route.meta)) return run()
    return runOnce(ctx, actor, c.req.path, input, () =>
      run().catch((error: unknown) => refuse(c, ctx, error, route.meta)),
    )
  })
}

async function called(
  c: Context,
  ctx: RequestContext,
  route: Route,
  input: Record<string, unknown>,
  late: boolean,
): Promise<Response> {
  const taken: { first?: Piece; others?: Pieces } = {}
  const outlet = (first: Piece, others: Pieces) => void Object.assign(taken, { first, others })
  const result: unknown = await route.procedure({
    ctx: { ...ctx, limited: !late, outlet },
    getRawInput: () => Promise.resolve(input),
    path: route.name,
    type: route.type,
    signal: c.req.raw.signal,
    batchIndex: 0,
  })
  const { first, others } = taken
  return first && others ? inPieces(c, ctx, first, others) : success(ctx, route, result)
}

/** A question without a body reads no further than the first piece, which its errors come from. */
async function inPieces(c: Context, ctx: RequestContext, first: Piece, others: Pieces): Promise<Response> {
  if (c.req.method === 'HEAD') {
    await others.return()
    return reply(ctx, '', 200)
  }
  const failed = (error: unknown): void =>
    ctx.services.log.error({ err: error, request_id: ctx.request.id, path: c.req.path }, 'answer cut off')
  return reply(ctx, bodyOf(first, others, failed), 200)
}

function success(ctx: RequestContext, route: Route, result: unknown): Response {
  if (result instanceof Response) return withHeaders(ctx, result)
  const status = route.meta.status ?? 200
  return status === 204 || route.meta.bodiless
    ? reply(ctx, null, status)
    : reply(ctx, JSON.stringify(result), status)
}

/** One answer with its headers in one object, because building `Headers` step by step costs more than the rest. */
function reply(
  ctx: RequestContext,
  body: string | ReadableStream<Uint8Array> | null,
  status: number,
  type = 'application/json',
): Response {
  const { headers, cookies } = ctx.reply
  ctx.reply.applied = true
  if (body !== null) headers['content-type'] = type
  if (cookies.length === 0) return new Response(body, { status, headers })
  headers['cache-control'] = 'no-store'
  const list: [string, string][] = [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ]
  return new Response(body, { status, headers: list })
}

/** A ready answer, such as a file, under the headers of every answer. */
function withHeaders(ctx: RequestContext, answer: Response): Response {
  const headers = new Headers(ctx.reply.headers)
  for (const [name, value] of answer.headers) headers.set(name, value)
  for (const cookie of ctx.reply.cookies) headers.append('set-cookie', cookie)
  ctx.reply.applied = true
  return new Response(answer.body, { status: answer.status, headers })
}

/** Answers an error of any origin: a refusal by its table, everything else as a logged 500. */
export function refuse(c: Context, ctx: RequestContext, error: unknown, meta?: Meta): Response {
  const refusal = refusalIn(error)
  const about = { request_id: ctx.request.id, path: c.req.path }
  if (!refusal) ctx.services.log.error({ err: error, ...about }, 'unexpected error')
  if (refusal?.reason === 'service_unavailable')
    ctx.services.log.warn({ err: refusal.cause, ...about }, 'the database is away')
  const { status, headers, body } = errorAnswer(refusal ?? unexpected(), ctx.request.id, meta?.refusal)
  const { 'content-type': type, ...others } = headers
  Object.assign(ctx.reply.headers, others)
  return reply(ctx, JSON.stringify(body), status, type)
}

/** The database may speak outside procedures too: credential and rate limits are looked up before them. */
function refusalIn(error: unknown): DomainError | null {
  const cause = error instanceof TRPCError ? error.cause : error
  return cause instanceof DomainError ? cause : databaseRefusal(cause)
}

/**
 * Answers what an address does not serve: OPTIONS with its methods, everything else as a 405. Mount it right after
 * the address itself, so that `PATCH /users/edit` is no unknown user.
 */
export function otherMethods(methods: string[], contextOf: ContextOf): (c: Context) => Response {
  const served = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allow = [...served, 'OPTIONS'].join(', ')
  return (c) => {
    const ctx = contextOf(c)
    if (c.req.method !== 'OPTIONS') {
      const message = `This address answers ${allow} only.`
      return refuse(c, ctx, new DomainError('method', 'method_not_allowed', message, { headers: { allow } }))
    }
    ctx.reply.headers['allow'] = allow
    return reply(ctx, null, 204)
  }
}
