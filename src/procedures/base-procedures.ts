import type { Actor } from '../audit/actor.ts'
import { auditOutOfBand, type AuditedRequest } from '../audit/out-of-band.ts'
import { runInTransaction } from '../audit/transaction.ts'
import { createSessionRequiredError, createSystemAdminOnlyError } from '../auth/access/effective-access.ts'
import { toKysely } from '../database/database.ts'
import { retryAfterDeadlock } from '../database/deadlock.ts'
import type { RateName } from '../http/rate-limits/rate-limits.ts'
import type { RequestContext, RequestPart } from '../request-context.ts'
import { isDenial, auditDenial } from './access/audit-denial.ts'
import { runIdempotent } from './idempotency/idempotent.ts'
import { needsSession, needsSystemAdmin, type Meta } from './meta.ts'
import { middleware, operation } from './trpc.ts'

/** The token scope that a request needs: from its HTTP method, or from query or mutation over tRPC. */
function getTokenScope(meta: Meta | undefined, type: string): 'read' | 'write' {
  const method = meta?.openapi?.method
  if (method) return method === 'GET' ? 'read' : 'write'
  return type === 'mutation' ? 'write' : 'read'
}

/**
 * Counts a request against its operation's rate limits, by account; throws 429 (rule A-67). Limits can depend on the
 * input.
 */
export async function applyRateLimits(
  ctx: AuditedRequest & RequestPart<'limiter', 'reply'>,
  meta: Meta | undefined,
  actor: Actor,
  raw?: unknown,
): Promise<void> {
  const method = meta?.openapi?.method
  if (method && method !== 'GET') await ctx.services.limiter.take('write', String(actor.id), ctx.reply)
  const limits = typeof meta?.limits === 'function' ? meta.limits(raw) : meta?.limits
  for (const limit of limits ?? []) {
    if (limit === 'upload' && !isUpload(ctx, meta)) continue
    try {
      await ctx.services.limiter.take(limit, String(actor.id), ctx.reply)
    } catch (error) {
      if (AUDITED_LIMITS.includes(limit)) await auditRateLimit(ctx, actor, limit)
      throw error
    }
  }
}

/** A caller who exceeds these limits may be copying the user directory (rule A-10). */
const AUDITED_LIMITS: readonly RateName[] = ['user_search']

/** Writes an audit entry for an exceeded limit, one a minute with a count. */
function auditRateLimit(ctx: AuditedRequest, actor: Actor, limit: RateName): Promise<void> {
  return auditOutOfBand(ctx, {
    action: 'rate_limited',
    auditableType: 'User',
    auditableId: actor.id,
    affectedUserId: actor.id,
    affectedName: actor.name,
    actor,
    changes: { limit },
  })
}

/** If the file is optional, only a multipart request counts as an upload (rule A-68). */
function isUpload(ctx: Pick<RequestContext, 'request'>, meta: Meta | undefined): boolean {
  const type = ctx.request.header('content-type') ?? ''
  return meta?.upload?.only === true || type.toLowerCase().startsWith('multipart/')
}

/**
 * Whether to require a system administrator here. Operations on records that can be hidden check in their builder
 * instead, after the 404.
 */
function isForSystemAdmins(meta: Meta | undefined): boolean {
  const record = meta?.access?.record
  return needsSystemAdmin(meta?.access) && (record === 'none' || record === 'user')
}

const authenticated = middleware(async ({ ctx, meta, type, path, getRawInput, next }) => {
  const need = getTokenScope(meta, type)
  // For tokens, the session requirement is reported before a missing scope (rule A-45).
  const sessionOnly = needsSession(meta?.access)
  const actor = await ctx.authenticate(sessionOnly ? 'any' : need)
  const auditIfDenied = async () => auditDenial(ctx, { actor, path, meta, need, raw: await getRawInput() })
  if (sessionOnly && !actor.session) throw createSessionRequiredError()
  if (isForSystemAdmins(meta) && !actor.admin) {
    await auditIfDenied()
    throw createSystemAdminOnlyError()
  }
  if (!ctx.rateLimited) await applyRateLimits(ctx, meta, actor, await getRawInput())
  const result = await next({ ctx: { actor } })
  if (!result.ok && isDenial(result.error.cause)) await auditIfDenied()
  return result
})

/**
 * Runs an operation in one transaction. The operation may run more than once (`retryAfterDeadlock`), so it must have no
 * side effects outside the transaction. Cookies are allowed: of each name, only the last one is sent.
 */
export const transaction = middleware(async ({ ctx, path, meta, getRawInput, next }) => {
  const { database, clock, indexer } = ctx.services
  const actor = getActor(ctx)
  const origin = { actor, requestId: ctx.request.id, address: ctx.request.address, now: clock() }
  const committed = await retryAfterDeadlock(() =>
    runInTransaction(database, origin, (em, auditLog) => {
      const db = toKysely(em)
      return runIdempotent({ ctx, meta, getRawInput, actor, db, writing: { em, auditLog } }, async () => {
        const result = await next({ ctx: { em, db, now: origin.now, auditLog } })
        if (!result.ok) throw result.error
        await ctx.job?.finish(db, result.data)
        return result
      })
    }),
  ).catch((error: unknown) => {
    // The ETag may name a version that was not committed.
    delete ctx.reply.headers['etag']
    throw error
  })
  indexer.afterOperation(path)
  return committed
})

function getActor(ctx: object): Actor | null {
  return 'actor' in ctx ? (ctx.actor as Actor) : null
}

const reader = middleware(({ ctx, meta, getRawInput, next }) => {
  const db = ctx.services.database.queries
  return runIdempotent({ ctx, meta, getRawInput, actor: getActor(ctx), db }, () => next({ ctx: { db } }))
})

/** For all callers, signed in or not. */
export const anyone = operation.meta({ access: { record: 'none', needs: 'public' } })
export const anyoneReading = anyone.use(reader)
export const anyoneWriting = anyone.use(transaction)

const signedIn = { access: { record: 'none', needs: 'signed in' } }
const session = { access: { record: 'none', needs: 'session' } }
const systemAdmin = { access: { record: 'none', needs: 'system admin' } }
const privileged = { access: { record: 'none', needs: 'privileged' } }

/** Signed in, without a transaction: for operations that check a password before they open one. */
export const signedInOnly = operation.meta(signedIn).use(authenticated)
export const sessionOnly = operation.meta(session).use(authenticated)

/**
 * For system administrators, without a transaction: for operations that check proof of identity before they open one.
 */
export const systemAdminNoTransaction = operation.meta(systemAdmin).use(authenticated)
export const privilegedNoTransaction = operation.meta(privileged).use(authenticated)

export const signedInReading = operation.meta(signedIn).use(authenticated).use(reader)
export const signedInWriting = operation.meta(signedIn).use(authenticated).use(transaction)
export const sessionReading = operation.meta(session).use(authenticated).use(reader)
export const sessionWriting = operation.meta(session).use(authenticated).use(transaction)
export const systemAdminReading = operation.meta(systemAdmin).use(authenticated).use(reader)
export const systemAdminWriting = operation.meta(systemAdmin).use(authenticated).use(transaction)
