import { isRecord } from '../../../lib/json-values.ts'
import { signedInReading } from '../../base-procedures.ts'
import { authorizeAuditAccess, AUDIT_TARGET } from '../audit-access.ts'

/** Viewers read the audit log of their records; only system administrators read all of it (rule C-70). */
export function auditLog() {
  return signedInReading
    .meta({ access: { record: 'target', needs: AUDIT_TARGET } })
    .use(async ({ ctx, getRawInput, next }) => {
      const raw = await getRawInput()
      await authorizeAuditAccess(ctx.db, ctx.actor, isRecord(raw) ? raw : {})
      return next()
    })
}
