import type { Rule } from '../../entities/rule.ts'
import type { Work } from '../../src/work.ts'
import { callBack } from '../relocations/call-back.ts'
import { releaseAll } from './nest-requirement.ts'

/** Deletes a write-locked requirement, which stays as a tombstone, and its satisfactions (rule C-57). */
export async function buryRequirement(work: Work, rule: Rule): Promise<void> {
  await releaseAll(work, rule)
  rule.bury(work.now)
}

/** Brings a write-locked tombstone back, from where it was moved to if it was (rules C-57 and C-64). */
export async function restoreRequirement(work: Work, rule: Rule): Promise<void> {
  await callBack(work, rule)
  rule.restore()
  await work.em.flush()
}
