import { Session } from '../../entities/session.ts'
import type { User } from '../../entities/user.ts'
import type { Trail } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import type { Em } from '../database.ts'
import { enqueueNotice } from '../outbox/account-mails.ts'
import { rememberCookie, sessionCookie } from './cookies.ts'
import { noteLifted } from './lifted-lock.ts'
import { digestHex, randomToken } from './secrets.ts'
import { end, startSession } from './session.ts'

/** How somebody signed in. */
export interface SignInMethod {
  /** `local` or the provider's name. */
  method: string
  remember?: boolean
  /** Kept for the provider's logout. */
  idToken?: string | null
}

/**
 * Signs a person in, inside the caller's transaction: a new session under a new id, the sign-in noted, the session
 * of this request replaced and its consent carried over, the cookie put into the reply (accounts 3.4).
 */
export async function openSession(
  ctx: RequestContext,
  em: Em,
  trail: Trail,
  user: User,
  { method, remember = false, idToken = null }: SignInMethod,
): Promise<void> {
  const { services, request, reply, credential } = ctx
  const { env } = services
  const now = services.clock()
  const before =
    credential.kind === 'session' ? await em.findOne(Session, { digest: digestHex(credential.secret) }) : null
  if (before) end(before, 'superseded', now)
  const rememberSecret = remember && env.session.rememberMe ? randomToken() : null
  const secret = await startSession(
    em,
    env,
    {
      userId: user.id,
      authMethod: method,
      remember: rememberSecret !== null,
      rememberSecret,
      address: request.address,
      userAgent: request.userAgent,
      idToken,
      consent: before?.consentAt ? { at: before.consentAt, version: before.consentVersion ?? null } : null,
    },
    now,
  )
  if (await isNewClient(em, user.id, request.userAgent)) tellNewClient(em, user, request, now)
  noteLifted(trail, user, user.lockedAt, 'time')
  user.recordSignIn(now, request.address)
  reply.cookies.push(sessionCookie(env, secret))
  reply.headers['cache-control'] = 'no-store'
  if (rememberSecret !== null) reply.cookies.push(rememberCookie(env, rememberSecret))
  trail.record({
    action: 'sign_in',
    auditableType: 'User',
    auditableId: user.id,
    affectedUserId: user.id,
    affectedName: user.name,
    changes: { method, client: request.userAgent },
  })
}

/** Whether this person has signed in before, but never with this client: their program's name for itself. */
async function isNewClient(em: Em, userId: number, userAgent: string | null): Promise<boolean> {
  const [earlier, same] = await Promise.all([
    em.count(Session, { userId }),
    em.count(Session, { userId, userAgent }),
  ])
  return earlier > 1 && same === 1
}

function tellNewClient(em: Em, user: User, request: RequestContext['request'], now: Date): void {
  const client = request.userAgent ?? 'a program that does not say its name'
  const text = `Somebody signed in to your account from ${request.address ?? 'an unknown address'}, with ${client}.`
  enqueueNotice(em, user.email, 'New sign-in', text, now)
}
