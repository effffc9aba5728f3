import { list } from './collection.ts'
import { exportAuditLog } from './export.ts'

/** The audit log (rule C-70). */
export const audits = { list, export: exportAuditLog }
