import { redactDestroyed } from '../../src/audit/entries/redact.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../src/errors.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'

/**
 * Removes the text of a deleted comment and its thread from the audit log (rule R-39). Returns the number
 * of changed entries, 0 if already redacted. Throws 404 for an unknown deletion.
 */
export async function redactComment(
  { db, auditLog }: UnitOfWork,
  { component_id: componentId, project_id: projectId }: ComponentScope,
  { destroyedId, reason }: { destroyedId: number; reason: string },
): Promise<number> {
  const count = await redactDestroyed(db, componentId, destroyedId)
  if (count === null) throw notFoundError()
  await clearStoredTexts(db, { componentId })
  if (count > 0) {
    auditLog.record({
      action: 'redact_destroyed_review',
      auditableType: 'Component',
      auditableId: componentId,
      associatedType: 'Project',
      associatedId: projectId,
      projectId,
      componentId,
      changes: { review_id: destroyedId, redacted_entries: count },
      comment: reason,
    })
  }
  return count
}
