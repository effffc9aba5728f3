import { illegal } from '../src/errors.ts'
import { NOT_APPLICABLE, type RuleStatus, type SectionName } from '../src/vocabulary.ts'

/** Who acts on a review request; `admin` is the effective role on the component. */
export interface Reviewer {
  id: number
  admin: boolean
}

/** What a step of the review of a requirement changes. */
export interface ReviewState {
  reviewRequestorId?: number | null
  locked?: boolean
  changesRequested?: boolean
}

/** Whether a release of its component publishes a requirement: live, and not found inapplicable (rule C-38). */
export function isPublishable(rule: { deletedAt?: Date | null; status: RuleStatus }): boolean {
  return !rule.deletedAt && rule.status !== NOT_APPLICABLE
}

/** Refuses changes of requirements whose component's comment phase is finalized (rule C-49). */
export function assertUnfrozen(frozen: boolean): void {
  if (!frozen) return
  throw illegal('component.frozen', 'The comment phase is finalized, so requirements cannot be changed.')
}

/** The locked sections of a requirement. */
export type SectionLocks = Partial<Record<SectionName, true>>

/** The locks with these sections locked or opened; null when that changes nothing (rule C-54). */
export function withSections(
  locks: SectionLocks,
  sections: readonly SectionName[],
  locked: boolean,
): SectionLocks | null {
  const effective = sections.filter((name) => (locks[name] === true) !== locked)
  if (effective.length === 0) return null
  const next = { ...locks }
  for (const name of effective) {
    if (locked) next[name] = true
    else delete next[name]
  }
  return next
}
