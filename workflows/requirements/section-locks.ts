import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { SectionName } from '../../src/vocabulary.ts'

/** Sections to lock or unlock, and the reason. */
export interface SectionLocks {
  sections: SectionName[]
  locked: boolean
  comment: string | null | undefined
}

/** Default audit comment if the caller gave no reason (rule C-53). */
export function formatSectionComment({ comment, sections, locked }: SectionLocks): string {
  if (comment?.trim()) return comment
  return `${locked ? 'Locked' : 'Unlocked'} sections: ${sections.join(', ')}`
}

/** Locks or unlocks sections of a write-locked requirement (rule C-54). */
export async function lockSections(
  { em, auditLog }: Pick<UnitOfWork, 'em' | 'auditLog'>,
  rule: Rule,
  locks: SectionLocks,
): Promise<void> {
  rule.lockSections(locks.sections, locks.locked)
  auditLog.setReason(rule, formatSectionComment(locks))
  await em.flush()
}
