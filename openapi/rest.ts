import { TRPCError } from '@trpc/server'
import type { AnyTRPCRouter } from '@trpc/server'
import type { Context, Hono } from 'hono'
import type { Actor } from '../src/audit/actor.ts'
import { readJsonText } from '../src/database/fast-path/cached-response.ts'
import { runProcedure } from '../src/database/fast-path/run-procedure.ts'
import { mapDatabaseError } from '../src/database/map-database-error.ts'
import { DomainError, notFoundError, unexpectedError } from '../src/errors.ts'
import { skipCompressionEarly } from '../src/http/compress.ts'
import { toAddressKey } from '../src/http/concurrency/request-slot.ts'
import { prefersAsync, startJob } from '../src/jobs/start.ts'
import { preauthorize } from '../src/procedures/access/preauthorize.ts'
import { applyRateLimits } from '../src/procedures/base-procedures.ts'
import type { IdempotentRequest } from '../src/procedures/idempotency/key.ts'
import {
  MAX_STORED_BYTES,
  ResponseReference,
  REFERENCE_TYPE,
} from '../src/procedures/idempotency/reference.ts'
import { takesKey } from '../src/procedures/idempotency/takes-key.ts'
import { LIST_TOO_LONG, ResponseBudget } from '../src/procedures/lists/response-budget.ts'
import type { ResponseChunk, ResponseChunks } from '../src/procedures/lists/stream-list.ts'
import { hasBody, needsSession, type Meta } from '../src/procedures/meta.ts'
import type { RequestContext, RequestPart } from '../src/request-context.ts'
import { hasUpload, withBody } from './body.ts'
import { toErrorResponse } from './errors.ts'
import { mergeInput, readPath } from './input.ts'
import { groupRoutesByAddress, type Route } from './routes.ts'
import { streamBody } from './stream-response.ts'
import { withUpload } from './upload.ts'

/** Returns the context of a request; `createApp` binds it to the services. */
export type GetContext = (c: Context) => RequestContext

/**
 * Mounts every operation with a REST path as a Hono route. The order of checks and the response formats are those of
 * rules E-1 to E-11.
 */
export function mountRest(
  app: Hono,
  router: AnyTRPCRouter,
  getContext: GetContext,
  assertSameSite: (c: Context) => void,
): void {
  for (const routes of groupRoutesByAddress(router)) {
    for (const route of routes) {
      app.on(route.method, route.pattern, async (c) => {
        const ctx = getContext(c)
        if (route.meta.secret) ctx.reply.secret = true
        try {
          return await handleRequest(c, ctx, route, assertSameSite)
        } catch (error) {
          return respondWithError(c, ctx, error, route.meta)
        }
      })
    }
    const methods = routes.map(({ method }) => method)
    for (const pattern of new Set(routes.map((route) => route.pattern))) {
      app.all(pattern, rejectOtherMethods(methods, getContext))
    }
  }
  app.notFound((c) => respondWithError(c, getContext(c), notFoundError()))
  app.onError((error, c) => respondWithError(c, getContext(c), error))
}

/** Authenticates a request and counts it, then reads its input and runs the operation (rule E-1). */
async function handleRequest(
  c: Context,
  ctx: RequestContext,
  route: Route,
  assertSameSite: (c: Context) => void,
): Promise<Response> {
  assertSameSite(c)
  const { meta } = route
  // Limits that depend on the input are counted after it is read.
  const rateLimited = typeof meta.limits !== 'function'
  const isPublic = meta.access?.needs === 'public'
  const scope = route.method === 'GET' ? 'read' : 'write'
  if (isPublic) await ctx.slot?.acquire(toAddressKey(ctx.request.address))
  const actor = isPublic ? null : await ctx.authenticate(needsSession(meta.access) ? 'any' : scope)
  if (actor && rateLimited) await applyRateLimits(ctx, meta, actor)
  return withInput(c, ctx, route, actor, (input) => runOperation(c, { ...ctx, rateLimited }, route, input))
}

/** Reads the input of a request. For an upload, the role is checked before anything is read (rule E-1). */
async function withInput(
  c: Context,
  ctx: RequestContext,
  route: Route,
  actor: Actor | null,
  run: (input: Record<string, unknown>) => Promise<Response>,
): Promise<Response> {
  const { method, meta } = route
  const runWithBody = (body: Record<string, unknown>) => run(mergeInput(c, route, body))
  if (!hasBody(method) && method !== 'DELETE') return runWithBody({})
  if (!hasUpload(c, meta.upload)) return withBody(c, ctx, meta.upload, runWithBody)
  if (actor) await preauthorize(ctx, actor, route, readPath(c, route))
  return withUpload(c, ctx, meta.upload, runWithBody)
}

async function runOperation(
  c: Context,
  ctx: RequestContext,
  route: Route,
  input: Record<string, unknown>,
): Promise<Response> {
  const idempotentRequest = readIdempotentRequest(c, ctx, route)
  if (route.meta.supportsAsync && prefersAsync(ctx.request.header('prefer'))) {
    return respondWithJob(c, { ...ctx, idempotentRequest }, route, input)
  }
  const streamed: { first?: ResponseChunk; others?: ResponseChunks } = {}
  const startStream = (first: ResponseChunk, others: ResponseChunks) =>
    void Object.assign(streamed, { first, others })
  const run = (changes: Partial<RequestContext>): Promise<unknown> =>
    runProcedure(route.procedure, {
      ctx: { ...ctx, ...changes },
      getRawInput: () => Promise.resolve(input),
      path: route.name,
      type: route.type,
      signal: c.req.raw.signal,
      batchIndex: 0,
    })
  // A stored response is not streamed. A longer response of a read is not stored.
  const result = await (idempotentRequest
    ? run({ idempotentRequest, responseBudget: new ResponseBudget(MAX_STORED_BYTES) }).catch(
        (error: unknown) => {
          if (unwrapDomainError(error)?.reason !== LIST_TOO_LONG) throw error
          return run({ startStream })
        },
      )
    : run({ startStream }))
  const { first, others } = streamed
  if (c.req.method === 'HEAD' && result instanceof Response) await result.body?.cancel()
  return first && others ? streamResponse(c, ctx, first, others) : toResponse(c, ctx, route, result)
}

/** Returns the idempotency key of a request, if its operation accepts one. */
function readIdempotentRequest(
  c: Context,
  ctx: Pick<RequestContext, 'request'>,
  route: Route,
): IdempotentRequest | undefined {
  const key = takesKey(route.method, route.meta) ? ctx.request.header('idempotency-key') : undefined
  return key === undefined ? undefined : { key, path: c.req.path, typed: false }
}

/** Responds with the job that runs the operation (rule C-71). */
async function respondWithJob(
  c: Context,
  ctx: RequestContext,
  route: Route,
  input: Record<string, unknown>,
): Promise<Response> {
  const call = { procedure: route.procedure, path: route.name, ctx, input, signal: c.req.raw.signal }
  const job = await startJob(call, ({ id }) => {
    ctx.reply.headers['location'] = `/jobs/${id}`
  })
  ctx.reply.headers['preference-applied'] = 'respond-async'
  return reply(ctx, JSON.stringify(job), 202)
}

/** The parts of a request that its response needs. */
type RespondingRequest = RequestPart<'log', 'request' | 'reply'>

/** Streams a response. A HEAD request reads only the first chunk, where most errors occur. */
async function streamResponse(
  c: Context,
  ctx: RespondingRequest & Pick<RequestContext, 'slot'>,
  first: ResponseChunk,
  others: ResponseChunks,
): Promise<Response> {
  if (c.req.method === 'HEAD') {
    await others.return()
    return reply(ctx, '', 200)
  }
  const logFailure = (error: unknown): void =>
    ctx.services.log.error({ err: error, request_id: ctx.request.id, path: c.req.path }, 'response cut off')
  return reply(ctx, streamBody(first, others, logFailure, ctx.slot?.hold()), 200)
}

/** Converts the result of an operation to its response. */
function toResponse(c: Context, ctx: RespondingRequest, route: Route, result: unknown): Response {
  if (result instanceof Response) return withHeaders(ctx, result, c.req.method === 'HEAD')
  const status = route.meta.status ?? 200
  if (result instanceof ResponseReference) {
    return reply(ctx, JSON.stringify(result.answer), status, REFERENCE_TYPE)
  }
  return status === 204 || route.meta.bodiless
    ? reply(ctx, null, status)
    : reply(ctx, readJsonText(result), status)
}

/** Creates a response with its headers in one object, which is much faster than setting them on `Headers`. */
function reply(
  ctx: Pick<RequestContext, 'request' | 'reply'>,
  body: string | ReadableStream<Uint8Array> | null,
  status: number,
  type = 'application/json',
): Response {
  const { headers, cookies } = ctx.reply
  ctx.reply.applied = true
  if (body !== null) headers['content-type'] = type
  if (cookies.length === 0) {
    if (typeof body === 'string') skipCompressionEarly(ctx, body, type)
    return new Response(body, { status, headers })
  }
  headers['cache-control'] = 'no-store'
  const list: [string, string][] = [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ]
  return new Response(body, { status, headers: list })
}

/** Adds the common headers to a finished response, such as a file. */
function withHeaders(ctx: Pick<RequestContext, 'reply'>, response: Response, withoutBody: boolean): Response {
  const headers = new Headers(ctx.reply.headers)
  for (const [name, value] of response.headers) headers.set(name, value)
  for (const cookie of ctx.reply.cookies) headers.append('set-cookie', cookie)
  ctx.reply.applied = true
  return new Response(withoutBody ? null : response.body, { status: response.status, headers })
}

/** Responds to any error: domain errors with their status, others as a logged 500. */
export function respondWithError(c: Context, ctx: RespondingRequest, error: unknown, meta?: Meta): Response {
  const domainError = unwrapDomainError(error)
  const logged = { request_id: ctx.request.id, path: c.req.path }
  if (!domainError) ctx.services.log.error({ err: error, ...logged }, 'unexpected error')
  if (domainError?.kind === 'unavailable' && domainError.cause) {
    ctx.services.log.warn(
      { err: domainError.cause, reason: domainError.reason, ...logged },
      'a request failed temporarily',
    )
  }
  const { status, headers, body } = toErrorResponse(domainError ?? unexpectedError(), ctx.request.id, meta)
  const { 'content-type': type, ...others } = headers
  Object.assign(ctx.reply.headers, others)
  return reply(ctx, JSON.stringify(body), status, type)
}

/**
 * Unwraps or maps an error. Database errors also occur before procedures: credential and rate limits are checked first.
 */
function unwrapDomainError(error: unknown): DomainError | null {
  const cause = error instanceof TRPCError ? error.cause : error
  return cause instanceof DomainError ? cause : mapDatabaseError(cause)
}

/**
 * Handles other methods of a path: OPTIONS lists the methods, others are a 405. Mount it right after the path, so that
 * `PATCH /users/edit` is not an unknown user.
 */
export function rejectOtherMethods(methods: string[], getContext: GetContext): (c: Context) => Response {
  const served = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allow = [...served, 'OPTIONS'].join(', ')
  return (c) => {
    const ctx = getContext(c)
    if (c.req.method !== 'OPTIONS') {
      const message = `This address answers ${allow} only.`
      return respondWithError(
        c,
        ctx,
        new DomainError('method', 'method_not_allowed', message, { headers: { allow } }),
      )
    }
    ctx.reply.headers['allow'] = allow
    return reply(ctx, null, 204)
  }
}
