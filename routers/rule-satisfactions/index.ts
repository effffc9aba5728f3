import { create } from './collection.ts'
import { remove } from './record.ts'

/** Links between requirements of one STIG component: one satisfies others (rule C-55). */
export const satisfactions = { create, remove }
