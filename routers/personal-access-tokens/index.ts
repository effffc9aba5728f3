import { adminRevoke } from './admin-revoke.ts'
import { create, list } from './collection.ts'
import { revoke } from './record.ts'

/** Access tokens: creating, listing and revoking (rule A-45). */
export const tokens = { create, list, revoke, adminRevoke }
