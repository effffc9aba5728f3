import { adminCreate } from './admin-create.ts'
import { list } from './collection.ts'
import { ofUser } from './comments.ts'
import * as preferences from './notification-preferences.ts'
import * as own from './own/index.ts'
import * as present from './presence.ts'
import { destroy, update } from './record.ts'
import { reviewRequests } from './review-requests.ts'
import { search } from './search.ts'
import * as security from './security/index.ts'
import * as watched from './watches.ts'

export const reviews = { ofUser }

/** People, as those who add members and those who administrate the service see them (rule A-18). */
export const users = { search, list, adminCreate, update, destroy, ...security.users }

export const { account, confirmations, identities, passwords, sessions } = own

/** How the signed-in person wants to hear of what happens to comments (rule R-53). */
export const notificationPreferences = { list: preferences.list, replace: preferences.replace }

/** Review requests that name the signed-in person (rule R-66). */
export const rules = { reviewRequests }

/** What the signed-in person wants to hear of beside their own comments (rule R-53). */
export const watches = { list: watched.list, set: watched.set }

/** Who looks at what in a component (rule R-64). */
export const presence = { here: present.here }
