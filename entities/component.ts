import { defineEntity, p } from '@mikro-orm/core'
import { stateError, validationError } from '../src/errors.ts'
import { CLOSED_REASONS, COMMENT_PHASES, DOCUMENT_TYPES } from '../src/vocabulary.ts'
import {
  createdAt,
  id,
  jsonObject,
  lineIndex,
  lockVersion,
  releaseColumns,
  time,
  trigramIndex,
  updatedAt,
} from './columns.ts'
import { hasDuePeriodDate, findPhaseByDates, findPhaseByNewDates, type PhaseState } from './comment-period.ts'
import { isFrozen } from './comment-window.ts'
import {
  componentChecks,
  componentIndexes,
  componentTriggers,
  componentUniques,
} from './component-constraints.ts'
import { type Metadata, Project } from './project.ts'
import {
  NO_ABBREVIATION,
  listReleaseGates,
  findReleaseError,
  type RequirementFigures,
} from './release-gates.ts'
import type { ReadinessPolicy } from './requirement-findings.ts'
import { formatDisplayedName, toSixDigits } from './requirement-name.ts'
import { parseTechnology } from './technology.ts'
import { createGuideReindexTrigger } from './triggers.ts'

const ComponentSchema = defineEntity({
  name: 'Component',
  tableName: 'components',
  properties: {
    id: id(),
    projectId: () => p.manyToOne(Project).mapToPk().fieldName('project_id').deleteRule('cascade'),
    /** The released component that this one overlays. */
    componentId: () =>
      p.manyToOne(Component).mapToPk().nullable().fieldName('component_id').deleteRule('no action'),
    /** The primary SRG of the source set. */
    securityRequirementsGuideId: () =>
      p.manyToOne(Srg).mapToPk().fieldName('security_requirements_guide_id').deleteRule('no action'),
    name: p.text(),
    prefix: p.text(),
    title: p.text(),
    description: p.text().nullable(),
    version: p.integer().nullable(),
    release: p.integer().nullable(),
    released: p.boolean().default(false),
    releasedAt: time().nullable(),
    documentType: p.enum(DOCUMENT_TYPES).default('stig'),
    adminName: p.text().nullable(),
    adminEmail: p.text().nullable(),
    advancedFields: p.boolean().default(false),
    commentPhase: p.enum(COMMENT_PHASES).default('open'),
    closedReason: p.enum(CLOSED_REASONS).nullable(),
    commentPeriodStartsAt: time().nullable(),
    commentPeriodEndsAt: time().nullable(),
    /** When a person or a date last decided on the comment phase. */
    commentPhaseSetAt: time()
      .defaultRaw('now()')
      .onCreate(() => new Date()),
    /** The last period date that members were notified of in advance. */
    commentPeriodAnnouncedAt: time().nullable(),
    /** Number of the next requirement; it only grows, so that numbers are never reused. */
    nextRuleNumber: p.integer().default(1),
    /** Sequence of the next minted SRG identifier; it only grows. */
    nextMintedSequence: p.integer().default(1),
    metadata: jsonObject<Metadata>(() => ({})),
    /** The findings that block locking and release; null for the default policy. */
    readinessPolicy: p.json<ReadinessPolicy>().nullable(),
    lockVersion: lockVersion(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: componentUniques,
  indexes: componentIndexes,
  checks: componentChecks,
  triggers: componentTriggers,
})

/** The highest requirement number; numbers have six digits. */
export const LAST_NUMBER = 999_999

/** A document that is written inside a project (rule C-21). */
export class Component extends ComponentSchema.class {
  /**
   * Allocates the next requirement number. Requires the component's write lock. Throws 422 after 999999;
   * numbers are never reused (rule C-47).
   */
  allocateRuleNumber(): string {
    const number = this.nextRuleNumber
    this.assertNumbersLeft(number, 1)
    this.nextRuleNumber += 1
    return toSixDigits(number)
  }

  /** Throws 422 if `count` requirements numbered from `first` on would exceed 999999 (rule C-47). */
  assertNumbersLeft(first: number, count: number): void {
    if (first + count - 1 > LAST_NUMBER) {
      throw stateError('component.numbers_exhausted', 'This component has used all its requirement numbers.')
    }
  }

  /** Increments the version after a change of the component's own content or state (rule E-13). */
  touch(): void {
    this.lockVersion += 1
  }

  /**
   * Throws 422 for a move into the same project, and while commenting is open: commenters may not be able to
   * read the other project (rule C-97).
   */
  assertMovable(projectId: number): void {
    if (projectId === this.projectId) {
      throw validationError(
        'component.move_target',
        'project_id',
        'The component is in that project already.',
      )
    }
    if (this.commentPhase === 'open') {
      throw stateError('component.move_while_open', 'Close the comment period before you move the component.')
    }
  }

  /** Moves the component into another project (rule C-97). */
  moveTo(projectId: number): void {
    this.assertMovable(projectId)
    this.projectId = projectId
    this.touch()
  }

  /**
   * Throws 422 for unreleasing a component, and for releasing an authored SRG by an update (rules C-37 and
   * C-38).
   */
  assertReleaseByUpdate(released: boolean): void {
    if (!released && this.released) {
      throw stateError('component.unrelease', 'A release cannot be undone.')
    }
    if (released && this.documentType === 'srg') {
      throw stateError(
        'component.release_by_update',
        'Use the release operation to publish an SRG component.',
      )
    }
  }

  /** Publishes a STIG component that has requirements, all locked; throws 422 otherwise (rule C-37). */
  publish(requirements: RequirementFigures, now: Date): void {
    this.assertReleasable(requirements)
    this.markPublished(now)
  }

  /**
   * Checks whether an SRG can be released and returns the release numbers; throws the first error (rule
   * C-38).
   */
  assertPublishable(requirements: RequirementFigures) {
    if (this.documentType !== 'srg') {
      throw stateError('component.release_kind', 'Only SRG components are released this way.')
    }
    this.assertReleasable(requirements)
    return { version: this.version ?? 0, release: this.release ?? 0 }
  }

  private assertReleasable(requirements: RequirementFigures): void {
    const refusal = findReleaseError(listReleaseGates(this, requirements))
    if (refusal) throw refusal
  }

  /** The technology abbreviation in minted identifiers (rule C-5). Throws 422 without one. */
  abbreviation(): string {
    const letters = parseTechnology(this.prefix)
    if (letters === null) throw stateError('component.no_abbreviation', NO_ABBREVIATION)
    return letters
  }

  /** The technology in this component's prefix, or the complete prefix if it does not begin with letters. */
  technology(): string {
    return parseTechnology(this.prefix) ?? this.prefix
  }

  /** Returns the displayed name of a requirement of this component. */
  formatDisplayedName(rule: { ruleId: string }): string {
    return formatDisplayedName(this, rule)
  }

  /** Whether the comment phase is finalized, so that content and comments are read-only. */
  isFrozen(): boolean {
    return isFrozen({ comment_phase: this.commentPhase, closed_reason: this.closedReason ?? null })
  }

  /**
   * Opens or closes the comment phase by the dates of its period; returns whether it changed (rule C-40).
   * Requires the component's write lock.
   */
  followPeriod(now: Date): boolean {
    if (!hasDuePeriodDate(this, now)) return false
    const next = findPhaseByDates(this, now)
    this.commentPhaseSetAt = now
    return this.enterPhase(next)
  }

  /** Applies new period dates that were set without a phase (rule C-40). */
  applyNewPeriod(now: Date): void {
    this.enterPhase(findPhaseByNewDates(this, now))
  }

  private enterPhase(next: PhaseState | null): boolean {
    if (next === null) return false
    this.commentPhase = next.commentPhase
    this.closedReason = next.closedReason
    return true
  }

  /** Marks the component as a read-only snapshot. */
  markPublished(now: Date): void {
    this.released = true
    this.releasedAt = now
  }

  assertCommentSchedule(): void {
    assertCommentSchedule(this)
  }
}
ComponentSchema.setClass(Component)

/** Comment phase and period of a component. */
export type CommentSchedule = Pick<
  Component,
  'commentPhase' | 'closedReason' | 'commentPeriodStartsAt' | 'commentPeriodEndsAt'
>

/**
 * Throws 422 for a closed reason without a closed phase, or a period that ends before it starts (rule C-40).
 */
export function assertCommentSchedule(schedule: CommentSchedule): void {
  if (schedule.closedReason != null && schedule.commentPhase !== 'closed') {
    throw validationError('validation', 'closed_reason', 'A closed reason needs the comment phase closed.')
  }
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end } = schedule
  if (start && end && end < start) {
    throw validationError('validation', 'comment_period_ends_at', 'The comment period ends before it starts.')
  }
}

const SrgSchema = defineEntity({
  name: 'Srg',
  tableName: 'srgs',
  properties: {
    id: id(),
    srgId: p.text(),
    name: p.text().nullable(),
    title: p.text(),
    ...releaseColumns(),
    releaseDate: p.date().nullable(),
    core: p.boolean().default(false),
    releasedFromComponentId: () =>
      p
        .manyToOne(Component)
        .mapToPk()
        .nullable()
        .fieldName('released_from_component_id')
        .deleteRule('set null'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'srgs_srg_id_version_unique', properties: ['srgId', 'version'] }],
  indexes: [
    {
      name: 'srgs_release_line',
      expression:
        'create index "srgs_release_line" on "srgs" ("srg_id", "version_major" desc nulls last, "version_minor" desc nulls last, "id" desc)',
    },
    { name: 'srgs_released_from_component_id', properties: ['releasedFromComponentId'] },
    lineIndex('srgs'),
    trigramIndex('srgs', 'title', 'lower(title)'),
  ],
  triggers: [createGuideReindexTrigger('srgs', 'srg')],
})

/** A catalog SRG, uploaded or released by this service (rule C-7). */
export class Srg extends SrgSchema.class {}
SrgSchema.setClass(Srg)
