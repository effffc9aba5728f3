import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { recallRelocation } from '../relocations/recall-relocation.ts'
import { removeAllSatisfactions } from './link-satisfaction.ts'

/** Deletes a write-locked requirement, which stays as a tombstone, and its satisfactions (rule C-57). */
export async function deleteRequirement(work: UnitOfWork, rule: Rule): Promise<void> {
  await removeAllSatisfactions(work, rule)
  rule.softDelete(work.now)
}

/** Brings a write-locked tombstone back, from where it was moved to if it was (rules C-57 and C-64). */
export async function restoreRequirement(work: UnitOfWork, rule: Rule): Promise<void> {
  await recallRelocation(work, rule)
  rule.restore()
  await work.em.flush()
}
