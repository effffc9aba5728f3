import { defineEntity, p } from '@mikro-orm/core'
import { stateError, validationError } from '../src/errors.ts'
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
import { createImportedPeople } from './imported-people.ts'
import { toDecisionColumns, toDecisionState, OPEN, UNDECIDED } from './last-decision.ts'
import type { DecisionState, LastDecision, DecisionMetadata } from './last-decision.ts'
import { Project } from './project.ts'
import { reviewChecks, reviewIndexes, type ReviewMarker } from './review-constraints.ts'
import { assertNotWithdrawn } from './review-text.ts'
import { Rule } from './rule.ts'
import { isTopLevel } from './top-level.ts'
import { closedError, assertTargets, isTerminal, type TriageTargets } from './triage-decision.ts'
import { commentCountTriggers } from './triggers.ts'
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
    /** The requirement that the comment was first posted on; set once, by a redirect or the first move. */
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
    ...createImportedPeople(),
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
  triggers: commentCountTriggers,
})

/** A comment, a reply, or a workflow action on a requirement or a component (rule R-1). */
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

  /** Whether it is a top-level comment: only these are triaged and counted (rule R-1). */
  isTopLevel(): boolean {
    return isTopLevel(this.action, this.parentId())
  }

  isClosed(): boolean {
    return (this.adjudicatedAt ?? null) !== null
  }

  /** Throws 422 for replies and workflow actions, which have no lifecycle (rule R-30). */
  assertTopLevel(variant: 'danger' | 'warning' = 'danger'): void {
    if (this.isTopLevel()) return
    throw stateError('review.not_top_level', 'Only a top-level comment has a status.', variant)
  }

  /**
   * Records a decision. A terminal status or `close` also closes the comment (rules ). Validate
   * with `toDecision` first. Throws 422 if it is closed, not top-level, or the target is invalid.
   */
  triage(decision: Decision, targets: TriageTargets, metadata: DecisionMetadata): void {
    const { userId, now, close } = metadata
    if (this.isClosed() && (this.triageStatus === 'withdrawn' || !isTerminal(decision))) throw closedError()
    this.assertTopLevel()
    assertTargets(this, decision, targets)
    const before = toDecisionState(this)
    this.decide(decision, userId, now)
    this.duplicateOfReviewId = decision === 'duplicate' ? (targets.duplicateOf?.id ?? null) : null
    this.addressedByRuleId = decision === 'addressed_by' ? (targets.addressedBy?.id ?? null) : null
    if (close === true || isTerminal(decision)) this.close(userId, now)
    this.recordDecision(metadata, before)
  }

  /**
   * Closes a decided comment; returns false if it is already closed (rule R-23). Throws 422 if it is pending
   * or has no status.
   */
  adjudicate(metadata: DecisionMetadata): boolean {
    this.assertTopLevel()
    if (this.isClosed()) return false
    if ((this.triageStatus ?? 'pending') === 'pending') {
      throw stateError('review.not_triaged', 'Triage this comment before closing it.', 'warning')
    }
    const before = toDecisionState(this)
    this.close(metadata.userId, metadata.now)
    this.recordDecision(metadata, before)
    return true
  }

  /** Restores the state before the last decision; call `assertUndoable` first. */
  undo(before: DecisionState): void {
    Object.assign(this, toDecisionColumns(before))
    // The comment is unchanged since, so the first marker is the one that the merge added.
    if (this.lastDecision?.batch?.merge === 'survivor') this.markers = this.markers.slice(1)
    this.markChanged()
  }

  /** Reopens a closed comment; keeps its status. Throws a 422 warning for replies and open comments. */
  reopen(): void {
    this.assertTopLevel('warning')
    if (!this.isClosed()) throw stateError('review.not_closed', 'This comment is not closed.', 'warning')
    if (this.triageStatus === 'withdrawn') {
      throw stateError('review.withdrawn', 'A withdrawn comment cannot be reopened.', 'warning')
    }
    Object.assign(this, OPEN)
    this.markChanged()
  }

  /** Withdraws the commenter's own pending comment, or own reply at any time; only once (rule R-26). */
  withdraw(userId: number, now: Date): void {
    if (this.isReply()) {
      assertNotWithdrawn(this)
      this.withdrawnAt = now
    } else {
      this.assertTopLevel()
      const undecided = this.triageStatus === 'pending' || this.triageStatus === 'needs_clarification'
      if (!undecided || this.isClosed()) {
        throw stateError('review.already_triaged', 'This comment has already been triaged.', 'warning')
      }
      this.triageStatus = 'withdrawn'
      this.close(userId, now)
    }
    this.markChanged()
  }

  /** Changes the text of a pending comment, or of a reply that is not withdrawn (rule R-26). */
  edit(text: string, now: Date): void {
    if (this.isReply()) assertNotWithdrawn(this)
    else {
      this.assertTopLevel()
      if (this.triageStatus !== 'pending') {
        throw stateError('review.no_longer_pending', 'Only a pending comment can be edited.', 'warning')
      }
    }
    this.comment = text
    this.editedAt = now
    this.markChanged()
  }

  /** Withdraws a comment in any state; the administrator is recorded as having closed it (rule R-27). */
  withdrawByAdmin(userId: number, now: Date): void {
    this.assertTopLevel()
    this.triageStatus = 'withdrawn'
    this.duplicateOfReviewId = null
    this.addressedByRuleId = null
    Object.assign(this, OPEN)
    this.close(userId, now)
    this.markChanged()
  }

  /** Resets a closed comment to pending (rule R-27). */
  restoreByAdmin(): void {
    this.assertTopLevel()
    if (!this.isClosed()) {
      const message = 'This comment is not closed: nothing to restore.'
      throw stateError('review.nothing_to_restore', message, 'warning')
    }
    this.resetDecision()
  }

  /**
   * Resets the comment to pending and clears all decision columns (rule R-27); also used after its canonical
   * was deleted (rule R-38).
   */
  resetDecision(): void {
    Object.assign(this, UNDECIDED)
    this.markChanged()
  }

  /** Changes the section of a comment; returns false if it is unchanged (rule R-42). */
  retag(section: SectionKey | null): boolean {
    this.assertTopLevel()
    if (this.commentableType === 'Component' && section !== null) {
      throw stateError('review.no_section', 'A comment on a component has no section.')
    }
    if ((this.section ?? null) === section) return false
    this.section = section
    this.markChanged()
    return true
  }

  /** Moves a comment, or a reply of its thread, to another requirement of its component (rule R-37). */
  moveTo(ruleId: number, marker: ReviewMarker | null): void {
    this.originalCommentableId ??= this.ruleId ?? null
    this.ruleId = ruleId
    if (marker) this.markers = [marker, ...this.markers]
    this.markChanged()
  }

  /** Closes the comment as a duplicate of the survivor (rule R-36). */
  mergeInto(survivor: Review, metadata: DecisionMetadata): void {
    this.assertTopLevel()
    if (this.isClosed()) throw closedError()
    const before = toDecisionState(this)
    this.decide('duplicate', metadata.userId, metadata.now)
    this.duplicateOfReviewId = survivor.id
    this.addressedByRuleId = null
    this.close(metadata.userId, metadata.now)
    this.recordDecision(metadata, before)
  }

  /** Adds a marker that names where the merged comments were posted (rule R-36). */
  absorb(labels: string[], metadata: DecisionMetadata): void {
    this.assertTopLevel()
    if (this.triageStatus === 'duplicate') {
      throw validationError('review.duplicate_chain', 'survivor_id', 'The survivor is itself a duplicate.')
    }
    this.markers = [{ kind: 'merge', labels }, ...this.markers]
    this.recordDecision(metadata, toDecisionState(this))
  }

  /** Points a duplicate at another canonical, so that duplicates don't form chains (rule R-36). */
  repoint(canonical: Review, metadata: DecisionMetadata): void {
    const before = toDecisionState(this)
    this.duplicateOfReviewId = canonical.id
    this.recordDecision(metadata, before)
  }

  /** Assigns a comment to a triager; returns false if nothing changes (rule R-49). */
  assign(assigneeId: number | null, dueOn: string | null): boolean {
    this.assertTopLevel()
    if ((this.assigneeId ?? null) === assigneeId && (this.dueOn ?? null) === dueOn) return false
    this.assigneeId = assigneeId
    this.dueOn = dueOn
    this.markChanged()
    return true
  }

  private decide(status: TriageStatus, userId: number, now: Date): void {
    this.triageStatus = status
    this.triageSetById = userId
    this.triageSetAt = now
    this.triageSetByImportedName = null
    this.triageSetByImportedEmail = null
  }

  private close(userId: number, now: Date): void {
    if (this.isClosed()) return
    this.adjudicatedAt = now
    this.adjudicatedById = userId
  }

  private recordDecision(metadata: DecisionMetadata, before: DecisionState): void {
    const { userId, now, lastSeenReplyId = 0, responded = false, batch = null } = metadata
    this.markChanged({ by: userId, at: now.toISOString(), lastSeenReplyId, responded, batch, before })
  }

  /** Increments the version. Any change other than a decision makes the last decision permanent. */
  private markChanged(decision: LastDecision | null = null): void {
    this.lockVersion += 1
    this.lastDecision = decision
  }
}
ReviewSchema.setClass(Review)
