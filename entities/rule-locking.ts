import { stateError } from '../src/errors.ts'
import { NOT_APPLICABLE, type RuleStatus, type SectionName } from '../src/vocabulary.ts'

/** The reviewer of a requirement; `admin` means the effective role on the component. */
export interface Reviewer {
  id: number
  admin: boolean
}

/** Columns that a review step changes. */
export interface ReviewState {
  reviewRequestorId?: number | null
  locked?: boolean
  changesRequested?: boolean
}

/**
 * Whether a release of the component publishes the requirement: it is live and not Not Applicable (rule
 * C-38).
 */
export function isPublishable(rule: { deletedAt?: Date | null; status: RuleStatus }): boolean {
  return !rule.deletedAt && rule.status !== NOT_APPLICABLE
}

/** Throws 422 if the component's comment phase is finalized (rule C-49). */
export function assertUnfrozen(frozen: boolean): void {
  if (!frozen) return
  throw stateError('component.frozen', 'The comment phase is finalized, so requirements cannot be changed.')
}

/** The locked sections of a requirement. */
export type SectionLocks = Partial<Record<SectionName, true>>

/** Returns the locks after locking or unlocking sections; null if nothing changes (rule C-54). */
export function changeSectionLocks(
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
