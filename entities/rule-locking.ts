import { illegal } from '../src/errors.ts'
import {
  DOES_NOT_MEET,
  INHERENTLY_MEETS,
  NOT_APPLICABLE,
  NOT_YET_DETERMINED,
  type RuleStatus,
  type SectionName,
} from '../src/vocabulary.ts'

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

/** What decides whether a live, unlocked requirement is ready to be locked with all others (rule C-53). */
export interface LockFacts {
  status: RuleStatus
  underReview: boolean
  /** Whether a live requirement satisfies it. */
  satisfied: boolean
  /** Whether one of its mitigations, and its artifact description, say something: more than white space. */
  saysMitigations: boolean
  saysArtifacts: boolean
}

/** Why a requirement is not ready to be locked: a stable code, the section to look at, and words. */
export interface LockObstacle {
  code: 'rule.under_review' | 'rule.undetermined' | 'rule.mitigations_missing' | 'rule.artifacts_missing'
  section: SectionName | null
  text: string
}

/** Why a bulk lock leaves a requirement out; null when it does not. */
export function lockObstacle(facts: LockFacts): LockObstacle | null {
  const { status, underReview, satisfied, saysMitigations, saysArtifacts } = facts
  if (underReview) return { code: 'rule.under_review', section: null, text: 'under review' }
  if (status === NOT_YET_DETERMINED && !satisfied) {
    return { code: 'rule.undetermined', section: 'Status', text: NOT_YET_DETERMINED }
  }
  if (status === DOES_NOT_MEET && !saysMitigations) {
    const text = `${DOES_NOT_MEET} without mitigations`
    return { code: 'rule.mitigations_missing', section: 'DISA Metadata', text }
  }
  if (status === INHERENTLY_MEETS && !saysArtifacts) {
    const text = `${INHERENTLY_MEETS} without artifact description`
    return { code: 'rule.artifacts_missing', section: 'Artifact Description', text }
  }
  return null
}
