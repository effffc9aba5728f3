import { defineEntity, p } from '@mikro-orm/core'
import { illegal, invalid } from '../src/errors.ts'
import {
  COMMENTABLE_TYPES,
  REVIEW_ACTIONS,
  SECTION_KEYS,
  TRIAGE_STATUSES,
  type Decision,
  type SectionKey,
  type TriageStatus,
} from '../src/vocabulary.ts'
import { createdAt, id, lockVersion, time, updatedAt } from './columns.ts'
import { Component } from './component.ts'
import { importedPeople } from './imported-people.ts'
import { decidedAs, decisionState, OPEN, UNDECIDED } from './last-decision.ts'
import type { DecisionState, LastDecision, DecisionMetadata } from './last-decision.ts'
import { Project } from './project.ts'
import { reviewChecks, reviewIndexes, type ReviewMarker } from './review-constraints.ts'
import { assertNotWithdrawn } from './review-text.ts'
import { Rule } from './rule.ts'
import { isTopLevel } from './top-level.ts'
import { alreadyClosed, assertTargets, isTerminal, type TriageTargets } from './triage-decision.ts'
import { countedComments } from './triggers.ts'
import { User } from './user.ts'

const ReviewSchema = defineEntity({
  name: 'Review',
  tableName: 'reviews',
  properties: {
    id: id(),
    projectId: () => p.manyToOne(Project).mapToPk().fieldName('project_id').deleteRule('cascade'),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    ruleId: () => p.manyToOne(Rule).mapToPk().nullable().fieldName('rule_id').deleteRule('cascade'),
    commentableType: p.enum(COMMENTABLE_TYPES),
    /** The requirement that the text was first aimed at; set once, by a redirect or the first move. */
    originalCommentableId: () =>
      p.manyToOne(Rule).mapToPk().nullable().fieldName('original_commentable_id').deleteRule('set null'),
    userId: () => p.manyToOne(User).mapToPk().nullable().fieldName('user_id').deleteRule('set null').hidden(),
    action: p.enum(REVIEW_ACTIONS),
    comment: p.text(),
    markers: p
      .json<ReviewMarker[]>()
      .defaultRaw(`'[]'::jsonb`)
      .onCreate(() => []),
    section: p.enum(SECTION_KEYS).nullable(),
    respondingToReviewId: () =>
      p.manyToOne(Review).mapToPk().nullable().fieldName('responding_to_review_id').deleteRule('no action'),
    triageStatus: p.enum(TRIAGE_STATUSES).nullable(),
    triageSetById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('triage_set_by_id').deleteRule('set null'),
    triageSetAt: time().nullable(),
    adjudicatedById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('adjudicated_by_id').deleteRule('set null'),
    adjudicatedAt: time().nullable(),
    duplicateOfReviewId: () =>
      p.manyToOne(Review).mapToPk().nullable().fieldName('duplicate_of_review_id').deleteRule('set null'),
    addressedByRuleId: () =>
      p.manyToOne(Rule).mapToPk().nullable().fieldName('addressed_by_rule_id').deleteRule('set null'),
    ...importedPeople(),
    withdrawnAt: time().nullable(),
    editedAt: time().nullable(),
    assigneeId: () => p.manyToOne(User).mapToPk().nullable().fieldName('assignee_id').deleteRule('set null'),
    dueOn: p.date().nullable(),
    lastDecision: p.json<LastDecision>().nullable(),
    lockVersion: lockVersion(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: reviewIndexes,
  checks: reviewChecks,
  triggers: countedComments,
})

/** A comment, a reply or a workflow action on a requirement or a component (rule R-1). */
export class Review extends ReviewSchema.class {
  isComment(): boolean {
    return this.action === 'comment'
  }

  isReply(): boolean {
    return this.isComment() && this.parentId() !== null
  }

  parentId(): number | null {
    return this.respondingToReviewId ?? null
  }

  /** The only kind that is triaged and counted (rule R-1). */
  isTopLevel(): boolean {
    return isTopLevel(this.action, this.parentId())
  }

  isClosed(): boolean {
    return (this.adjudicatedAt ?? null) !== null
  }

  /** Replies and workflow actions have no lifecycle (rule R-30). */
  assertTopLevel(variant: 'danger' | 'warning' = 'danger'): void {
    if (this.isTopLevel()) return
    throw illegal('review.not_top_level', 'Only a top-level comment has a status.', variant)
  }

  /**
   * Records a disposition; a terminal one, or `close`, closes the comment, unless it already is (rules ).
   * Takes the outcome of `decisionOf`. Throws 422 when it is closed or no top-level comment, or the target cannot stand.
   */
  triage(decision: Decision, targets: TriageTargets, taken: DecisionMetadata): void {
    const { by, at, close } = taken
    if (this.isClosed() && (this.triageStatus === 'withdrawn' || !isTerminal(decision))) throw alreadyClosed()
    this.assertTopLevel()
    assertTargets(this, decision, targets)
    const before = decisionState(this)
    this.decide(decision, by, at)
    this.duplicateOfReviewId = decision === 'duplicate' ? (targets.duplicateOf?.id ?? null) : null
    this.addressedByRuleId = decision === 'addressed_by' ? (targets.addressedBy?.id ?? null) : null
    if (close === true || isTerminal(decision)) this.close(by, at)
    this.changedBy(taken, before)
  }

  /**
   * Closes a decided comment. False when it was closed already: nothing happens then (rule R-23). Throws 422 for a
   * comment that no one decided on, pending or without a status.
   */
  adjudicate(taken: DecisionMetadata): boolean {
    this.assertTopLevel()
    if (this.isClosed()) return false
    if ((this.triageStatus ?? 'pending') === 'pending') {
      throw illegal('review.not_triaged', 'Triage this comment before closing it.', 'warning')
    }
    const before = decisionState(this)
    this.close(taken.by, taken.at)
    this.changedBy(taken, before)
    return true
  }

  /** Takes the last decision back; `assertUndoable` says who may, and what was before it. */
  undo(before: DecisionState): void {
    Object.assign(this, decidedAs(before))
    // Nothing changed it since, so that the marker of the merge is the first one still.
    if (this.lastDecision?.batch?.merge === 'survivor') this.markers = this.markers.slice(1)
    this.changed()
  }

  /**
   * Takes the closing back, keeps the status; what is not closed, replies too, gets a warning (rule R-24).
   */
  reopen(): void {
    this.assertTopLevel('warning')
    if (!this.isClosed()) throw illegal('review.not_closed', 'This comment is not closed.', 'warning')
    if (this.triageStatus === 'withdrawn') {
      throw illegal('review.withdrawn', 'A withdrawn comment cannot be re-opened.', 'warning')
    }
    Object.assign(this, OPEN)
    this.changed()
  }

  /** The commenter takes it back: a comment before its decision, a reply at any time, once (rule R-26). */
  withdraw(by: number, at: Date): void {
    if (this.isReply()) {
      assertNotWithdrawn(this)
      this.withdrawnAt = at
    } else {
      this.assertTopLevel()
      const undecided = this.triageStatus === 'pending' || this.triageStatus === 'needs_clarification'
      if (!undecided || this.isClosed()) {
        throw illegal('review.already_triaged', 'This comment has already been triaged.', 'warning')
      }
      this.triageStatus = 'withdrawn'
      this.close(by, at)
    }
    this.changed()
  }

  /** New text by the commenter: of a pending comment, or of a reply that was not withdrawn (rule R-26). */
  edit(text: string, at: Date): void {
    if (this.isReply()) assertNotWithdrawn(this)
    else {
      this.assertTopLevel()
      if (this.triageStatus !== 'pending') {
        throw illegal('review.no_longer_pending', 'Only a pending comment can be edited.', 'warning')
      }
    }
    this.comment = text
    this.editedAt = at
    this.changed()
  }

  /** Removes a comment from consideration whatever its state; the close is the administrator's (rule R-27). */
  adminWithdraw(by: number, at: Date): void {
    this.assertTopLevel()
    this.triageStatus = 'withdrawn'
    this.duplicateOfReviewId = null
    this.addressedByRuleId = null
    Object.assign(this, OPEN)
    this.close(by, at)
    this.changed()
  }

  /** Back to pending, as if never decided (rule R-27). */
  adminRestore(): void {
    this.assertTopLevel()
    if (!this.isClosed()) {
      throw illegal('review.nothing_to_restore', 'This comment is not closed: nothing to restore.', 'warning')
    }
    this.resetDecision()
  }

  /**
   * Pending again, with no trace of a decision in its columns; also when its canonical went away (rules ).
   */
  resetDecision(): void {
    Object.assign(this, UNDECIDED)
    this.changed()
  }

  /** Changes the section it speaks about; false when it was that already (rule R-42). */
  retag(section: SectionKey | null): boolean {
    this.assertTopLevel()
    if (this.commentableType === 'Component' && section !== null) {
      throw illegal('review.no_section', 'A comment on a component has no section.')
    }
    if ((this.section ?? null) === section) return false
    this.section = section
    this.changed()
    return true
  }

  /** Moves a comment, or a reply of its thread, to another requirement of the component (rule R-37). */
  moveTo(ruleId: number, marker: ReviewMarker | null): void {
    this.originalCommentableId ??= this.ruleId ?? null
    this.ruleId = ruleId
    if (marker) this.markers = [marker, ...this.markers]
    this.changed()
  }

  /** Becomes a duplicate of the survivor, and closed (rule R-36). */
  mergeInto(survivor: Review, taken: DecisionMetadata): void {
    this.assertTopLevel()
    if (this.isClosed()) throw alreadyClosed()
    const before = decisionState(this)
    this.decide('duplicate', taken.by, taken.at)
    this.duplicateOfReviewId = survivor.id
    this.addressedByRuleId = null
    this.close(taken.by, taken.at)
    this.changedBy(taken, before)
  }

  /** Keeps where the comments merged into this one were posted (rule R-36). */
  absorb(labels: string[], taken: DecisionMetadata): void {
    this.assertTopLevel()
    if (this.triageStatus === 'duplicate') {
      throw invalid('review.duplicate_chain', 'survivor_id', 'The survivor is itself a duplicate.')
    }
    this.markers = [{ kind: 'merge', labels }, ...this.markers]
    this.changedBy(taken, decisionState(this))
  }

  /** Points at another canonical, so that no chain of duplicates appears (rule R-36). */
  repoint(canonical: Review, taken: DecisionMetadata): void {
    const before = decisionState(this)
    this.duplicateOfReviewId = canonical.id
    this.changedBy(taken, before)
  }

  /** Puts a comment into a triager's hands; false when it was there already (rule R-49). */
  assign(assigneeId: number | null, dueOn: string | null): boolean {
    this.assertTopLevel()
    if ((this.assigneeId ?? null) === assigneeId && (this.dueOn ?? null) === dueOn) return false
    this.assigneeId = assigneeId
    this.dueOn = dueOn
    this.changed()
    return true
  }

  private decide(status: TriageStatus, by: number, at: Date): void {
    this.triageStatus = status
    this.triageSetById = by
    this.triageSetAt = at
    this.triageSetByImportedName = null
    this.triageSetByImportedEmail = null
  }

  private close(by: number, at: Date): void {
    if (this.isClosed()) return
    this.adjudicatedAt = at
    this.adjudicatedById = by
  }

  private changedBy(taken: DecisionMetadata, before: DecisionState): void {
    const { by, at, heard = 0, responded = false, batch = null } = taken
    this.changed({ by, at: at.toISOString(), heard, responded, batch, before })
  }

  /** Whatever changes a comment leaves no earlier decision to take back. */
  private changed(decision: LastDecision | null = null): void {
    this.lockVersion += 1
    this.lastDecision = decision
  }
}
ReviewSchema.setClass(Review)
