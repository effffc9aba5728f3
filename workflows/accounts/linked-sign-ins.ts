import { LockMode } from '@mikro-orm/core'
import type { Identity } from '../../entities/identity.ts'
import type { PendingLink } from '../../entities/session.ts'
import { User } from '../../entities/user.ts'
import type { AnonymousUnitOfWork, UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { completeLink, lockOwnIdentity, unlink } from '../../src/auth/external/linking.ts'
import { createAccountLockedError } from '../../src/auth/passwords/check.ts'
import { assertProofValid, type Proof } from '../../src/auth/reauthenticate.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { openSession } from '../../src/auth/sessions/open-session.ts'
import type { SignInClient } from '../../src/auth/sessions/sign-in-client.ts'
import { notFoundError } from '../../src/errors.ts'

/**
 * Links the browser's pending external sign-in to the account whose password was given, ends its other
 * sessions and signs it in (rule A-48). Returns the cookies of the new session.
 * @throws 404, 422 if the link was used meanwhile, 423
 */
export async function linkWaiting(
  work: AnonymousUnitOfWork,
  { userId, link }: { userId: number; link: PendingLink },
  client: SignInClient,
): Promise<{ user: User; cookies: string[] }> {
  const user = await lockUser(work, userId)
  if (user.findLockReason(work.now, work.env.lockout)) throw createAccountLockedError(work.env, false)
  await completeLink(work, user, link, client)
  await work.em.flush()
  await endOtherSessions(work, user.id, null, 'password_changed')
  return { user, cookies: await openSession(work, user, client, { method: 'local' }) }
}

/**
 * Removes an external sign-in after the caller proved their identity (rule A-51). Returns the session cookie;
 * other sessions end.
 * @throws 404, 422 for the only way to sign in
 */
export async function removeSignIn(
  work: UnitOfWork,
  selector: { id?: number | undefined; provider?: string | undefined },
  proof: Proof,
): Promise<{ identity: Identity; cookies: string[] }> {
  const { em, actor, env, now } = work
  const user = await lockUser(work, actor.id)
  await assertProofValid(work, proof)
  const identity = await lockOwnIdentity(em, user.id, selector)
  await unlink(em, env, user, identity, now)
  await em.flush()
  const present = actor.session?.id ?? null
  return { identity, cookies: await endOtherSessions(work, user.id, present, 'password_changed') }
}

async function lockUser({ em }: Pick<UnitOfWork, 'em'>, id: number): Promise<User> {
  const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw notFoundError()
  return user
}
