import { Session } from '../../entities/session.ts'
import { createSecurityEntry } from '../../src/audit/entries/security-entry.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { forgetRemembered } from '../../src/auth/sessions/session.ts'

/** Ends the caller's session and revokes its "remember me" cookie; returns false without a session. */
export async function signOut({ em, actor, now, auditLog }: UnitOfWork): Promise<boolean> {
  if (!actor.session) return false
  const session = await em.findOne(Session, { id: actor.session.id })
  session?.end('logout', now)
  await forgetRemembered(em, actor.id)
  auditLog.record(createSecurityEntry(actor, 'sign_out'))
  return true
}
