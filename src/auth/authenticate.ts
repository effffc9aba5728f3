import type { SessionEndReason } from '../../entities/session.ts'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors.ts'
import { toAddressKey, toUserKey } from '../http/concurrency/request-slot.ts'
import { isAddressAllowed } from '../lib/client-address.ts'
import { digestHex } from '../lib/secrets.ts'
import type { RequestContext, RequestPart, ScopeNeed } from '../request-context.ts'
import type { TokenScope } from '../vocabulary.ts'
import { auditRejectedCredential } from './audit-rejected-credential.ts'
import { recordTokenUse } from './record-token-use.ts'
import { findSession } from './sessions/session.ts'

const HOW_TO_AUTHENTICATE = {
  how_to_authenticate: {
    session: 'POST /api/auth/login with {"email", "password"} and keep the cookie.',
    token: 'Send the header Authorization: Token <ACCESS_TOKEN>.',
  },
}

/** Creates the 401 with its reason and how to authenticate (rule A-42). */
export function createUnauthenticatedError(reason: string, message: string): DomainError {
  return new DomainError('unauthenticated', reason, message, { members: HOW_TO_AUTHENTICATE })
}

/** The parts of a request that authentication needs. */
type UnauthenticatedRequest = RequestPart<
  'database' | 'env' | 'clock' | 'sessions' | 'tokens' | 'limiter',
  'credential' | 'request' | 'reply' | 'slot'
>

/**
 * Authenticates a request in the order of rule A-42. An invalid token never falls back to the session. Throws 401, 403
 * for a token outside its addresses or scopes, or 429 for token probing.
 */
export async function authenticate(ctx: UnauthenticatedRequest, need: ScopeNeed): Promise<Actor> {
  const { credential } = ctx
  if (credential.kind === 'none') throw createUnauthenticatedError('not_authenticated', 'Please sign in.')
  if (credential.kind === 'session') return authenticateSession(ctx, credential.secret)
  return authenticateToken(ctx, credential.raw, need)
}

async function authenticateSession(ctx: UnauthenticatedRequest, secret: string): Promise<Actor> {
  const session = await findSession(ctx.services, digestHex(secret), (userId) => acquireSlot(ctx, userId))
  if (session?.ended === null && session.user) {
    return { ...session.user, session: { id: session.id, authMethod: session.authMethod }, token: null }
  }
  const refusal = createSessionError(session?.ended ?? null)
  if (!session) await auditRejectedCredential(ctx, 'unknown_session')
  else if (session.userId !== null) {
    await auditRejectedCredential(ctx, refusal.reason, { userId: session.userId })
  }
  throw refusal
}

/** Acquires a request slot before anything is written for the request. */
async function acquireSlot(
  ctx: Pick<RequestContext, 'slot' | 'request'>,
  userId: number | null,
): Promise<void> {
  await ctx.slot?.acquire(userId === null ? toAddressKey(ctx.request.address) : toUserKey(userId))
}

function createSessionError(ended: SessionEndReason | null): DomainError {
  if (ended === 'superseded') {
    return createUnauthenticatedError('session_superseded', 'This session ended because of a newer sign-in.')
  }
  if (ended === 'idle' || ended === 'absolute') {
    return createUnauthenticatedError(
      'session_timed_out',
      'This session has timed out. Please sign in again.',
    )
  }
  return createUnauthenticatedError('not_authenticated', 'Please sign in.')
}

async function authenticateToken(ctx: UnauthenticatedRequest, raw: string, need: ScopeNeed): Promise<Actor> {
  const { services, request } = ctx
  const token = await services.tokens(digestHex(raw))
  await acquireSlot(ctx, token?.user.id ?? null)
  const account = token ? { tokenId: token.id, userId: token.user.id } : {}
  if (!token || !token.usable) {
    await services.limiter.take('unknown_token', request.address ?? 'unknown', ctx.reply)
    await auditRejectedCredential(ctx, 'invalid_token', account)
    throw createInvalidTokenError()
  }
  if (!isAddressAllowed(request.address, token.allowedIps)) {
    await auditRejectedCredential(ctx, 'ip_not_allowed', account)
    throw new DomainError(
      'forbidden',
      'ip_not_allowed',
      'This access token may not be used from this address.',
    )
  }
  await services.limiter.take('token', String(token.id), ctx.reply)
  if (!hasScope(token.scopes, need)) {
    await auditRejectedCredential(ctx, 'insufficient_token_scope', { ...account, scope: need })
    throw new DomainError(
      'forbidden',
      'insufficient_token_scope',
      `This access token lacks the scope ${need}.`,
      {
        members: { required_scope: need },
      },
    )
  }
  if (token.ownerRefused) {
    await auditRejectedCredential(ctx, 'invalid_token', account)
    throw createInvalidTokenError()
  }
  await recordTokenUse(ctx, token)
  return { ...token.user, session: null, token: { id: token.id, scopes: token.scopes } }
}

function createInvalidTokenError(): DomainError {
  return createUnauthenticatedError('invalid_token', 'The access token is unknown, revoked or expired.')
}

function hasScope(scopes: TokenScope[], need: ScopeNeed): boolean {
  return need === 'any' || scopes.includes('admin') || scopes.includes(need)
}
