import { defineEntity, p } from '@mikro-orm/core'
import { stateError } from '../src/errors.ts'
import {
  DOCUMENT_TYPES,
  NOT_YET_DETERMINED,
  RULE_STATUSES,
  SEVERITIES,
  type SectionName,
} from '../src/vocabulary.ts'
import { AdditionalQuestion } from './additional-question.ts'
import {
  createdAt,
  disaTexts,
  id,
  jsonObject,
  lockVersion,
  partTexts,
  type ReferenceData,
  requirementTexts,
  time,
  updatedAt,
} from './columns.ts'
import { Component } from './component.ts'
import { CHECK_FIELDS, type SectionOrOther, DESCRIPTION_FIELDS, OTHER } from './requirement-fields.ts'
import { assertStatus, type RuleContent, type RulePlan } from './rule-changes.ts'
import { ruleChecks, ruleIndexes, ruleUniques } from './rule-constraints.ts'
import { assertUnfrozen, changeSectionLocks } from './rule-locking.ts'
import type { Reviewer, ReviewState, SectionLocks } from './rule-locking.ts'
import { SrgRule } from './srg-rule.ts'
import { setSectionValues } from './staleness.ts'
import { createReleasedContentTriggers, ruleTriggers, createPartReindexTriggers } from './triggers.ts'
import { User } from './user.ts'

const RuleSchema = defineEntity({
  name: 'Rule',
  tableName: 'rules',
  properties: {
    id: id(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    /** Copied from the component, where it never changes, so that check constraints can use it. */
    documentType: p.enum(DOCUMENT_TYPES),
    ruleId: p.text(),
    ...requirementTexts(),
    status: p.enum(RULE_STATUSES).default(NOT_YET_DETERMINED),
    ruleSeverity: p.enum(SEVERITIES).default('medium'),
    identSystem: p.text().nullable().default('http://iase.disa.mil/cci'),
    inspecControlBodyLang: p.text().nullable().default('ruby'),
    inspecControlFileLang: p.text().nullable().default('ruby'),
    locked: p.boolean().default(false),
    lockedFields: jsonObject<SectionLocks>(() => ({})),
    reviewRequestorId: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('review_requestor_id').deleteRule('set null'),
    changesRequested: p.boolean().default(false),
    /** The catalog rule of a STIG-style requirement. */
    srgRuleId: () =>
      p.manyToOne(SrgRule).mapToPk().nullable().fieldName('srg_rule_id').deleteRule('no action'),
    /** The core rule that an authored requirement descends from; null when it is new. */
    derivedFromSrgRuleId: () =>
      p.manyToOne(SrgRule).mapToPk().nullable().fieldName('derived_from_srg_rule_id').deleteRule('no action'),
    mintedSequence: p.integer().nullable(),
    lockVersion: lockVersion(),
    /** Maps each section to the lock_version of its last change (rule E-15). */
    sectionVersions: jsonObject<Partial<Record<SectionOrOther, number>>>(() => ({})),
    /** Maps each section to the time of its last change, ISO 8601; older rows have none. */
    sectionTimes: jsonObject<Partial<Record<SectionOrOther, string>>>(() => ({})),
    deletedAt: time().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    checks: () => p.oneToMany(RuleCheck).mappedBy('rule').orderBy({ id: 'asc' }).orphanRemoval(),
    disaDescriptions: () =>
      p.oneToMany(DisaDescription).mappedBy('rule').orderBy({ id: 'asc' }).orphanRemoval(),
    descriptions: () => p.oneToMany(RuleDescription).mappedBy('rule').orderBy({ id: 'asc' }).orphanRemoval(),
    references: () => p.oneToMany(RuleReference).mappedBy('rule').orderBy({ id: 'asc' }).orphanRemoval(),
    answers: () => p.oneToMany(AdditionalAnswer).mappedBy('rule').orderBy({ id: 'asc' }).orphanRemoval(),
  },
  uniques: ruleUniques,
  indexes: ruleIndexes,
  checks: ruleChecks,
  triggers: ruleTriggers,
})

/** A requirement of a component, STIG-style or authored (rule C-44); deletion is soft. */
export class Rule extends RuleSchema.class {
  /** Requests a review (rule C-52). */
  requestReview(requestor: { id: number }): void {
    this.assertUnlocked()
    this.assertNotUnderReview()
    this.setReviewState({ reviewRequestorId: requestor.id, locked: false, changesRequested: false })
  }

  /** Revokes a review request; only the requestor or an administrator can. */
  revokeReview(reviewer: Reviewer): void {
    this.assertUnderReview()
    if (this.reviewRequestorId !== reviewer.id && !reviewer.admin) {
      throw stateError(
        'rule.not_requestor',
        'Only the requestor or an administrator can withdraw a review request.',
      )
    }
    this.setReviewState({ reviewRequestorId: null, changesRequested: false })
  }

  /** Ends the review with changes requested. */
  requestChanges(reviewer: Reviewer): void {
    this.assertMayReview(reviewer)
    this.setReviewState({ reviewRequestorId: null, changesRequested: true })
  }

  /** Ends the review and locks the requirement. */
  approve(reviewer: Reviewer): void {
    this.assertMayReview(reviewer)
    this.setReviewState({ reviewRequestorId: null, locked: true, changesRequested: false })
  }

  lock(): void {
    this.assertNotUnderReview()
    this.assertUnlocked()
    this.setReviewState({ locked: true, changesRequested: false })
  }

  /** Unlocks the requirement; its section locks apply again. */
  unlock(): void {
    this.assertNotUnderReview()
    if (!this.locked) throw stateError('rule.not_locked', `Requirement ${this.ruleId} is not locked.`)
    this.setReviewState({ locked: false, changesRequested: false })
  }

  /** Soft-deletes the requirement; its number stays reserved (rule C-57). */
  softDelete(now: Date): void {
    this.deletedAt = now
    this.lockVersion += 1
  }

  /** Restores a soft-deleted requirement. */
  restore(): void {
    this.deletedAt = null
    this.lockVersion += 1
  }

  /** Locks or unlocks sections; returns false if nothing changes (rule C-54). */
  lockSections(sections: readonly SectionName[], locked: boolean): boolean {
    const next = changeSectionLocks(this.lockedFields, sections, locked)
    if (next === null) return false
    this.lockedFields = next
    this.lockVersion += 1
    return true
  }

  /** Throws 422 for a status of the other document type, or an authored NA without justification. */
  assertContent(content: RuleContent): void {
    const { status = this.status, statusJustification = this.statusJustification } = content
    assertStatus(this.documentType, status, statusJustification)
  }

  /**
   * Throws 422 if the comment phase is finalized, or the requirement is locked or under review (rule C-50).
   */
  assertEditable(frozen: boolean): void {
    assertUnfrozen(frozen)
    this.assertUnlocked()
    this.assertNotUnderReview()
  }

  /** Throws 422 with the names of locked sections among the changed ones. */
  assertSectionsOpen(changed: Iterable<SectionOrOther>): void {
    const locked = [...changed].filter((section) => section !== OTHER && this.lockedFields[section] === true)
    if (locked.length > 0) {
      throw stateError('rule.section_locked', `These sections are locked: ${locked.join(', ')}.`)
    }
  }

  /** Applies a planned save and returns the changed records (rule C-49). */
  edit(plan: RulePlan, frozen: boolean, now: Date): object[] {
    this.assertEditable(frozen)
    this.assertSectionsOpen(plan.changed)
    if (plan.steps.length === 0) return []
    const touched = plan.steps.map((step) => step())
    this.touch(plan.changed, now)
    return touched
  }

  /** Increments the version and records it for each section (rule E-15). */
  touch(sections: Iterable<SectionOrOther>, now: Date): void {
    this.lockVersion += 1
    const names = [...sections]
    this.sectionVersions = setSectionValues(this.sectionVersions, names, this.lockVersion)
    this.sectionTimes = setSectionValues(this.sectionTimes, names, now.toISOString())
  }

  private assertMayReview(reviewer: Reviewer): void {
    this.assertUnderReview()
    if (this.reviewRequestorId === reviewer.id && !reviewer.admin) {
      throw stateError('rule.own_request', 'Someone else must review your own request.')
    }
  }

  private assertUnlocked(): void {
    if (this.locked) throw stateError('rule.locked', `Requirement ${this.ruleId} is locked.`)
  }

  private assertNotUnderReview(): void {
    if (this.reviewRequestorId != null) {
      throw stateError('rule.under_review', `Requirement ${this.ruleId} is under review.`)
    }
  }

  private assertUnderReview(): void {
    if (this.reviewRequestorId == null) {
      throw stateError('rule.not_under_review', `Requirement ${this.ruleId} is not under review.`)
    }
  }

  private setReviewState({ reviewRequestorId, locked, changesRequested }: ReviewState): void {
    if (reviewRequestorId !== undefined) this.reviewRequestorId = reviewRequestorId
    if (locked !== undefined) this.locked = locked
    if (changesRequested !== undefined) this.changesRequested = changesRequested
    this.lockVersion += 1
  }
}
RuleSchema.setClass(Rule)

/** Columns of every part of a requirement; parts are in this file because of circular references. */
const createPartProperties = () => ({
  id: id(),
  rule: () => p.manyToOne(Rule).fieldName('rule_id').deleteRule('cascade'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

const RuleCheckSchema = defineEntity({
  name: 'RuleCheck',
  tableName: 'rule_checks',
  properties: {
    ...createPartProperties(),
    ...partTexts(CHECK_FIELDS),
  },
  indexes: [{ name: 'rule_checks_rule_id', properties: ['rule', 'id'] }],
  triggers: createPartReindexTriggers('rule_checks', ['content']),
})

/** How a requirement is verified (rule C-45). */
export class RuleCheck extends RuleCheckSchema.class {}
RuleCheckSchema.setClass(RuleCheck)

const DisaDescriptionSchema = defineEntity({
  name: 'DisaDescription',
  tableName: 'disa_descriptions',
  properties: {
    ...createPartProperties(),
    ...disaTexts(),
  },
  indexes: [{ name: 'disa_descriptions_rule_id', properties: ['rule', 'id'] }],
  triggers: createPartReindexTriggers('disa_descriptions', ['vuln_discussion', 'mitigations']),
})

/** The DISA description of a requirement: discussion, mitigations and the rest (rule C-45). */
export class DisaDescription extends DisaDescriptionSchema.class {}
DisaDescriptionSchema.setClass(DisaDescription)

const RuleDescriptionSchema = defineEntity({
  name: 'RuleDescription',
  tableName: 'rule_descriptions',
  properties: { ...createPartProperties(), ...partTexts(DESCRIPTION_FIELDS) },
  indexes: [{ name: 'rule_descriptions_rule_id', properties: ['rule', 'id'] }],
  triggers: createReleasedContentTriggers('rule_descriptions', 'rule_id'),
})

/** A free description, in addition to the DISA one (rule C-45). */
export class RuleDescription extends RuleDescriptionSchema.class {}
RuleDescriptionSchema.setClass(RuleDescription)

const RuleReferenceSchema = defineEntity({
  name: 'RuleReference',
  tableName: 'rule_references',
  properties: { ...createPartProperties(), data: jsonObject<ReferenceData>(() => ({})) },
  indexes: [{ name: 'rule_references_rule_id', properties: ['rule', 'id'] }],
  triggers: createReleasedContentTriggers('rule_references', 'rule_id'),
})

/** The Dublin Core reference of a requirement: stored and archived, but not in any response (rule C-44). */
export class RuleReference extends RuleReferenceSchema.class {}
RuleReferenceSchema.setClass(RuleReference)

const AdditionalAnswerSchema = defineEntity({
  name: 'AdditionalAnswer',
  tableName: 'additional_answers',
  properties: {
    ...createPartProperties(),
    additionalQuestionId: () =>
      p.manyToOne(AdditionalQuestion).mapToPk().fieldName('additional_question_id').deleteRule('cascade'),
    answer: p.text().nullable(),
  },
  uniques: [{ name: 'additional_answers_unique', properties: ['rule', 'additionalQuestionId'] }],
  indexes: [{ name: 'additional_answers_additional_question_id', properties: ['additionalQuestionId'] }],
  triggers: createReleasedContentTriggers('additional_answers', 'rule_id'),
})

/** A requirement's answer to one question of its component (rule C-32). */
export class AdditionalAnswer extends AdditionalAnswerSchema.class {}
AdditionalAnswerSchema.setClass(AdditionalAnswer)
