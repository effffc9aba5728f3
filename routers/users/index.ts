import { adminCreate } from './admin-create.ts'
import { list } from './collection.ts'
import { ofUser } from './comments.ts'
import { mine } from './inbox.ts'
import * as preferences from './notification-preferences.ts'
import * as own from './own/index.ts'
import * as present from './presence.ts'
import { destroy, update } from './record.ts'
import { reviewRequests } from './review-requests.ts'
import { search } from './search.ts'
import * as security from './security/index.ts'
import * as watched from './watches.ts'

export const reviews = { ofUser }

/** Users, for people who add members and for administrators (rule A-18). */
export const users = { search, list, adminCreate, update, destroy, ...security.users }

export const { account, confirmations, identities, passwords, sessions } = own

/** The caller's notification preferences for comments (rule R-53). */
export const notificationPreferences = { list: preferences.list, replace: preferences.replace }

/** The caller's open work (rule R-66). */
export const inbox = { mine }

/** Review requests that name the caller (rule R-66). */
export const rules = { reviewRequests }

/** The caller's watches, in addition to their own comments (rule R-53). */
export const watches = { list: watched.list, set: watched.set }

/** Current viewers of a component (rule R-64). */
export const presence = { here: present.here }
