import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { SectionName } from '../../src/vocabulary.ts'

/** Which sections to lock or open, and why. */
export interface SectionLocks {
  sections: SectionName[]
  locked: boolean
  comment: string | null | undefined
}

/** What the trail says when the caller gave no reason (rule C-53). */
export function sectionComment({ comment, sections, locked }: SectionLocks): string {
  if (comment?.trim()) return comment
  return `${locked ? 'Locked' : 'Unlocked'} sections: ${sections.join(', ')}`
}

/** Locks or opens sections of one write-locked requirement (rule C-54). */
export async function lockSections(
  { em, trail }: Pick<UnitOfWork, 'em' | 'trail'>,
  rule: Rule,
  given: SectionLocks,
): Promise<void> {
  rule.lockSections(given.sections, given.locked)
  trail.because(rule, sectionComment(given))
  await em.flush()
}
