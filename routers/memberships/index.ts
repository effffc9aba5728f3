import { create, list } from './collection.ts'
import { destroy, update } from './record.ts'

/** Roles on projects and components; a project always keeps an admin (rule A-64). */
export const memberships = { list, create, update, destroy }
