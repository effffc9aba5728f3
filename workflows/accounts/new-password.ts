import type { User } from '../../entities/user.ts'
import { unlinkIdentities } from '../../src/auth/external/unlink.ts'
import { revokeTokens } from '../../src/auth/revoke-tokens.ts'
import { tellPasswordChanged } from '../../src/outbox/account-mails.ts'
import type { PublicWork } from '../../src/work.ts'

/** What else goes with a new password, where its chooser asks for it. */
export interface AlsoEnding {
  revokeTokens: boolean
  unlinkIdentities: boolean
}

/** Does what follows a new password, whoever chose it, and tells the owner by mail. The caller ends the sessions. */
export async function afterNewPassword(work: PublicWork, user: User, also: AlsoEnding): Promise<void> {
  const { em, env, now, trail } = work
  if (also.revokeTokens) await revokeTokens(em, trail, user.id, now)
  if (also.unlinkIdentities) await unlinkIdentities(em, trail, env, user)
  await tellPasswordChanged(em, user, now)
}
