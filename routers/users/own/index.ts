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

/** Emailed links that confirm an address or lift a failure lock. */
export const confirmations = {
  request: confirmation.request,
  confirm: confirmation.confirm,
  requestUnlock,
  unlock,
}

/** The caller's external sign-ins: listing, linking and unlinking (rule A-51). */
export const identities = { mine, initiateLink, completeLink: complete, unlink: unlinkIdentity }

export const passwords = { request: password.request, check, reset: password.reset }

/** The caller's own sessions: listing and ending (rule A-35). */
export const sessions = { edit, list: session.list, end: session.end, endOthers: session.endOthers }
