import { list } from './collection.ts'
import { exportTrail } from './export.ts'

/** The audit trail (rule C-70). */
export const audits = { list, export: exportTrail }
