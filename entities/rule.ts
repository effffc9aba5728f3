import { defineEntity, p } from '@mikro-orm/core'
import { illegal, invalid } from '../src/errors.ts'
import {
  DOCUMENT_TYPES,
  NOT_YET_DETERMINED,
  RULE_STATUSES,
  SEVERITIES,
  SRG_STATUSES,
  STIG_STATUSES,
  statusesOf,
  type SectionName,
} from '../src/vocabulary.ts'
import { AdditionalAnswer } from './additional-answer.ts'
import {
  createdAt,
  id,
  jsonObject,
  lockVersion,
  partialIndex,
  requirementTexts,
  sqlList,
  time,
  updatedAt,
} from './columns.ts'
import { Component } from './component.ts'
import { DisaDescription } from './disa-description.ts'
import { RuleCheck } from './rule-check.ts'
import { RuleDescription } from './rule-description.ts'
import type { RuleContent, RulePlan } from './rule-edit.ts'
import { type Covered, OTHER } from './rule-sections.ts'
import { RuleReference } from './rule-reference.ts'
import { SrgRule } from './srg-rule.ts'
import { User } from './user.ts'

const RuleSchema = defineEntity({
  name: 'Rule',
  tableName: 'rules',
  properties: {
    id: id(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    /** Copied from the component, where it never changes, so that checks can tell the two kinds apart. */
    documentType: p.enum(DOCUMENT_TYPES),
    ruleId: p.text(),
    ...requirementTexts(),
    status: p.enum(RULE_STATUSES).default(NOT_YET_DETERMINED),
    ruleSeverity: p.enum(SEVERITIES).default('medium'),
    identSystem: p.text().nullable().default('http://iase.disa.mil/cci'),
    inspecControlBodyLang: p.text().nullable().default('ruby'),
    inspecControlFileLang: p.text().nullable().default('ruby'),
    locked: p.boolean().default(false),
    lockedFields: jsonObject<Partial<Record<SectionName, true>>>(() => ({})),
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
    /** Section -> lock_version of its last change (contract, decision 14). */
    sectionVersions: jsonObject<Partial<Record<Covered, number>>>(() => ({})),
    /** Section -> time of that change, ISO 8601; rows older than this column have none. */
    sectionTimes: jsonObject<Partial<Record<Covered, string>>>(() => ({})),
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
  uniques: [{ name: 'rules_number_unique', properties: ['componentId', 'ruleId'] }],
  indexes: [
    {
      name: 'rules_live_in_order',
      expression:
        'create index "rules_live_in_order" on "rules" ("component_id", "version", "rule_id", "id") where deleted_at is null',
    },
    {
      name: 'rules_live_status',
      expression:
        'create index "rules_live_status" on "rules" ("component_id", "status", "rule_severity", "locked") where deleted_at is null',
    },
    {
      name: 'rules_under_review',
      expression:
        'create index "rules_under_review" on "rules" ("component_id") where review_requestor_id is not null and deleted_at is null',
    },
    {
      name: 'rules_tombstones',
      expression:
        'create index "rules_tombstones" on "rules" ("component_id", "id") where deleted_at is not null',
    },
    { name: 'rules_version', properties: ['version'] },
    { name: 'rules_srg_rule_id', properties: ['srgRuleId'] },
    partialIndex('rules', 'derived_from_srg_rule_id'),
    partialIndex('rules', 'review_requestor_id'),
    {
      name: 'rules_minted_sequence_unique',
      expression:
        'create unique index "rules_minted_sequence_unique" on "rules" ("component_id", "minted_sequence") where minted_sequence is not null',
    },
  ],
  checks: [
    { name: 'rules_six_digits', expression: "rule_id ~ '^[0-9]{6}$'" },
    {
      name: 'rules_status_of_type',
      expression: `case document_type when 'stig' then status in (${sqlList(STIG_STATUSES)}) else status in (${sqlList(SRG_STATUSES)}) end`,
    },
    {
      name: 'rules_not_applicable_justified',
      expression: `document_type <> 'srg' or status <> 'Not Applicable' or coalesce(status_justification, '') ~ '[^[:space:]]'`,
    },
    {
      name: 'rules_source_of_type',
      expression: `case document_type when 'stig' then srg_rule_id is not null and derived_from_srg_rule_id is null and minted_sequence is null else srg_rule_id is null end`,
    },
    { name: 'rules_locked_or_under_review', expression: 'not (locked and review_requestor_id is not null)' },
    { name: 'rules_minted_sequence_positive', expression: 'minted_sequence is null or minted_sequence > 0' },
  ],
})

/** Who acts on a review request; `admin` is the effective role on the component. */
export interface Reviewer {
  id: number
  admin: boolean
}

/** A requirement of a component, STIG-style or authored (components 2.5); deleted ones stay as tombstones. */
export class Rule extends RuleSchema.class {
  /** Asks for a review (components 3.4). */
  requestReview(by: { id: number }): void {
    this.assertUnlocked()
    this.assertNotUnderReview()
    this.moveReview({ reviewRequestorId: by.id, locked: false, changesRequested: false })
  }

  /** Takes a review request back: its requestor, or an administrator. */
  revokeReview(by: Reviewer): void {
    this.assertUnderReview()
    if (this.reviewRequestorId !== by.id && !by.admin) {
      throw illegal(
        'rule.not_requestor',
        'Only its requestor or an administrator may revoke a review request.',
      )
    }
    this.moveReview({ reviewRequestorId: null, changesRequested: false })
  }

  /** Sends a requirement back to its author. */
  requestChanges(by: Reviewer): void {
    this.assertMayJudge(by)
    this.moveReview({ reviewRequestorId: null, changesRequested: true })
  }

  /** Accepts a requirement and locks it. */
  approve(by: Reviewer): void {
    this.assertMayJudge(by)
    this.moveReview({ reviewRequestorId: null, locked: true, changesRequested: false })
  }

  lock(): void {
    this.assertNotUnderReview()
    this.assertUnlocked()
    this.moveReview({ locked: true })
  }

  /** Opens a locked requirement; its section locks count again. */
  unlock(): void {
    this.assertNotUnderReview()
    if (!this.locked) throw illegal('rule.not_locked', `Requirement ${this.ruleId} is not locked.`)
    this.moveReview({ locked: false })
  }

  /** Turns the requirement into a tombstone; its number stays reserved (components 3.6). */
  bury(at: Date): void {
    this.deletedAt = at
    this.lockVersion += 1
  }

  /** Brings a tombstone back as it was. */
  restore(): void {
    this.deletedAt = null
    this.lockVersion += 1
  }

  /** Sets or removes section locks; false when nothing changed (components 3.4). */
  lockSections(sections: readonly SectionName[], locked: boolean): boolean {
    const effective = sections.filter((name) => (this.lockedFields[name] === true) !== locked)
    if (effective.length === 0) return false
    const next = { ...this.lockedFields }
    for (const name of effective) {
      if (locked) next[name] = true
      else delete next[name]
    }
    this.lockedFields = next
    this.lockVersion += 1
    return true
  }

  /** Values that no state allows: a status of the other document type, an authored NA without justification. */
  assertContent(content: RuleContent): void {
    const status = content.status ?? this.status
    const allowed = statusesOf(this.documentType)
    if (!allowed.includes(status)) {
      throw invalid('rule.status_of_type', 'status', `The status must be one of ${allowed.join(', ')}.`)
    }
    const justification =
      content.statusJustification === undefined ? this.statusJustification : content.statusJustification
    if (this.documentType === 'srg' && status === 'Not Applicable' && !justification?.trim()) {
      throw invalid(
        'rule.justification_missing',
        'status_justification',
        'A requirement that is not applicable needs a status justification.',
      )
    }
  }

  /** Locks that bind every writer of content, and the frozen phase of the component (components 3.3). */
  assertEditable(frozen: boolean): void {
    if (frozen) {
      throw illegal('component.frozen', 'The comment phase is finalized, so requirements cannot be changed.')
    }
    this.assertUnlocked()
    this.assertNotUnderReview()
  }

  /** Refuses changes of locked sections, naming them. */
  assertSectionsOpen(changed: Iterable<Covered>): void {
    const locked = [...changed].filter((section) => section !== OTHER && this.lockedFields[section] === true)
    if (locked.length > 0) {
      throw illegal('rule.section_locked', `These sections are locked: ${locked.join(', ')}.`)
    }
  }

  /** Carries a planned save out and answers every record that it touched (components 3.3). */
  edit(plan: RulePlan, frozen: boolean): object[] {
    this.assertEditable(frozen)
    this.assertSectionsOpen(plan.changed)
    if (plan.steps.length === 0) return []
    const touched = plan.steps.map((step) => step())
    this.touch(plan.changed)
    return touched
  }

  /** Counts one change of content, and remembers it for each section (contract, decision 14). */
  touch(sections: Iterable<Covered>): void {
    this.lockVersion += 1
    const versions = { ...this.sectionVersions }
    const times = { ...this.sectionTimes }
    const now = new Date().toISOString()
    for (const section of sections) {
      versions[section] = this.lockVersion
      times[section] = now
    }
    this.sectionVersions = versions
    this.sectionTimes = times
  }

  private assertMayJudge(by: Reviewer): void {
    this.assertUnderReview()
    if (this.reviewRequestorId === by.id && !by.admin) {
      throw illegal('rule.own_request', 'Somebody else has to judge your own review request.')
    }
  }

  private assertUnlocked(): void {
    if (this.locked) throw illegal('rule.locked', `Requirement ${this.ruleId} is locked.`)
  }

  private assertNotUnderReview(): void {
    if (this.reviewRequestorId != null) {
      throw illegal('rule.under_review', `Requirement ${this.ruleId} is under review.`)
    }
  }

  private assertUnderReview(): void {
    if (this.reviewRequestorId == null) {
      throw illegal('rule.not_under_review', `Requirement ${this.ruleId} is not under review.`)
    }
  }

  private moveReview(state: Partial<Pick<Rule, 'reviewRequestorId' | 'locked' | 'changesRequested'>>): void {
    Object.assign(this, state)
    this.lockVersion += 1
  }
}
RuleSchema.setClass(Rule)
