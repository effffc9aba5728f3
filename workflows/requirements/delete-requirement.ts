import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { recallRelocation } from '../relocations/recall-relocation.ts'
import { removeAllSatisfactions } from './link-satisfaction.ts'

/** Soft-deletes a write-locked requirement and deletes its satisfactions (rule C-57). */
export async function deleteRequirement(work: UnitOfWork, rule: Rule): Promise<void> {
  await removeAllSatisfactions(work, rule)
  rule.softDelete(work.now)
}

/**
 * Restores a write-locked soft-deleted requirement, or recalls it if it was relocated (rules C-57 and C-64).
 */
export async function restoreRequirement(work: UnitOfWork, rule: Rule): Promise<void> {
  await recallRelocation(work, rule)
  rule.restore()
  await work.em.flush()
}
