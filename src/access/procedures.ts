import { DomainError } from '../errors.ts'
import { kysely } from '../database.ts'
import { againAfterDeadlock } from '../database/deadlock.ts'
import { middleware, operation } from '../trpc.ts'
import { inTransaction } from '../transaction.ts'
import type { Actor, RequestContext } from '../context.ts'
import type { Meta } from '../meta.ts'
import { isDenial, noteDenial } from './note-denial.ts'

/** What a request may do to data follows from its HTTP method; typed clients say query or mutation. */
function scopeOf(meta: Meta | undefined, type: string): 'read' | 'write' {
  const method = meta?.openapi?.method
  if (method) return method === 'GET' ? 'read' : 'write'
  return type === 'mutation' ? 'write' : 'read'
}

/**
 * Counts a request against the limits of its operation, by account; throws the 429 (accounts 6.5). Limits that follow
 * from the input count once it is known.
 */
export async function takeLimits(
  ctx: RequestContext,
  meta: Meta | undefined,
  actor: Actor,
  raw?: unknown,
): Promise<void> {
  const limits = typeof meta?.limits === 'function' ? meta.limits(raw) : meta?.limits
  for (const limit of limits ?? []) {
    if (limit === 'upload' && !isUpload(ctx, meta)) continue
    await ctx.services.limiter.take(limit, String(actor.id), ctx.reply)
  }
}

/** Where a file is optional, only a multipart request counts as an upload (accounts 6.5). */
function isUpload(ctx: RequestContext, meta: Meta | undefined): boolean {
  const type = ctx.request.header('content-type') ?? ''
  return meta?.upload?.only === true || type.toLowerCase().startsWith('multipart/')
}

const authenticated = middleware(async ({ ctx, meta, type, path, getRawInput, next }) => {
  const need = scopeOf(meta, type)
  // A token that lacks a scope too is told what matters: that no token will do (accounts 5.3).
  const actor = await ctx.authenticate(meta?.access?.needs === 'session' ? 'any' : need)
  const noteIt = async () => noteDenial(ctx, { actor, path, meta, need, raw: await getRawInput() })
  if (meta?.access?.needs === 'session' && !actor.session) {
    throw new DomainError(
      'forbidden',
      'session_authentication_required',
      'Please sign in: a token cannot do this.',
    )
  }
  if (meta?.access?.needs === 'system admin' && !actor.admin) {
    await noteIt()
    throw new DomainError('forbidden', 'permission_denied', 'Only a system administrator may do this.')
  }
  if (!ctx.limited) await takeLimits(ctx, meta, actor, await getRawInput())
  const result = await next({ ctx: { actor } })
  if (!result.ok && isDenial(result.error.cause)) await noteIt()
  return result
})

/**
 * Everything an operation writes is one transaction: it commits with the answer or leaves nothing. What follows may
 * run more than once (`againAfterDeadlock`): it keeps nothing outside of the transaction but its answer's cookies, of
 * which the last of a name counts.
 */
export const transaction = middleware(async ({ ctx, path, next }) => {
  const { database, clock, indexer } = ctx.services
  const actor = 'actor' in ctx ? (ctx.actor as Actor) : null
  const origin = { actor, requestId: ctx.request.id, address: ctx.request.address, now: clock() }
  const committed = await againAfterDeadlock(() =>
    inTransaction(database, origin, async (em, trail) => {
      const result = await next({ ctx: { em, db: kysely(em), now: origin.now, trail } })
      if (!result.ok) throw result.error
      return result
    }),
  )
  indexer.wrote(path)
  return committed
})

const reader = middleware(({ ctx, next }) => next({ ctx: { db: ctx.services.database.reader } }))

/** For everybody, credentials or not. */
export const anyone = operation.meta({ access: { record: 'none', needs: 'public' } })
export const anyoneReading = anyone.use(reader)
export const anyoneWriting = anyone.use(transaction)

const signedIn = { access: { record: 'none', needs: 'signed in' } }
const session = { access: { record: 'none', needs: 'session' } }
const systemAdmin = { access: { record: 'none', needs: 'system admin' } }

/** Signed in, and nothing opened yet: for operations that check a password before their transaction. */
export const signedInOnly = operation.meta(signedIn).use(authenticated)
export const sessionOnly = operation.meta(session).use(authenticated)

export const signedInReading = operation.meta(signedIn).use(authenticated).use(reader)
export const signedInWriting = operation.meta(signedIn).use(authenticated).use(transaction)
export const sessionReading = operation.meta(session).use(authenticated).use(reader)
export const sessionWriting = operation.meta(session).use(authenticated).use(transaction)
export const systemAdminReading = operation.meta(systemAdmin).use(authenticated).use(reader)
export const systemAdminWriting = operation.meta(systemAdmin).use(authenticated).use(transaction)
