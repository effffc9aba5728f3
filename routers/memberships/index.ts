import { create, list } from './collection.ts'
import { destroy, update } from './record.ts'

/** Who has which role on a project or component; the last admin of a project stays (rule A-64). */
export const memberships = { list, create, update, destroy }
