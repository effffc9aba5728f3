import { destroy, register, update } from './collection.ts'
import { complete } from './complete-link.ts'
import * as confirmation from './confirmation.ts'
import { edit } from './edit.ts'
import { identities as mine } from './identities.ts'
import { initiateLink } from './initiate-link.ts'
import { check } from './password-edit.ts'
import * as password from './password.ts'
import * as session from './sessions.ts'
import { unlinkIdentity } from './unlink-identity.ts'
import { requestUnlock, unlock } from './unlock.ts'

export const account = { register, update, destroy }

/** Links that are mailed: to confirm an address, and to lift a failure lock. */
export const confirmations = {
  request: confirmation.request,
  confirm: confirmation.confirm,
  requestUnlock,
  unlock,
}

/** External sign-ins of one's own: seeing, linking and unlinking them (rule A-51). */
export const identities = { mine, initiateLink, completeLink: complete, unlink: unlinkIdentity }

export const passwords = { request: password.request, check, reset: password.reset }

/** Seeing and ending one's own sessions (rule A-35). */
export const sessions = { edit, list: session.list, end: session.end, endOthers: session.endOthers }
