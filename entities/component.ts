import { defineEntity, p } from '@mikro-orm/core'
import { illegal, invalid } from '../src/errors.ts'
import { CLOSED_REASONS, COMMENT_PHASES, DOCUMENT_TYPES } from '../src/vocabulary.ts'
import { createdAt, id, jsonObject, lockVersion, time, trigramIndex, updatedAt } from './columns.ts'
import { type Metadata, Project } from './project.ts'
import { Srg } from './srg.ts'

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
    rulesCount: p.integer().default(0),
    membershipsCount: p.integer().default(0),
    /** Number of the next requirement; only ever grows, so that no number is used twice. */
    nextRuleNumber: p.integer().default(1),
    /** Sequence of the next minted SRG identifier; only ever grows. */
    nextMintedSequence: p.integer().default(1),
    metadata: jsonObject<Metadata>(() => ({})),
    lockVersion: lockVersion(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'components_revision_unique', properties: ['projectId', 'name', 'version', 'release'] }],
  indexes: [
    { name: 'components_project_id', properties: ['projectId', 'name', 'id'] },
    { name: 'components_component_id', properties: ['componentId'] },
    { name: 'components_security_requirements_guide_id', properties: ['securityRequirementsGuideId'] },
    {
      name: 'components_released',
      expression:
        'create index "components_released" on "components" ("name", "version", "release", "id") where released',
    },
    trigramIndex('components', 'name', 'lower(name)'),
  ],
  checks: [
    { name: 'components_prefix_shape', expression: "prefix ~ '^[A-Z0-9_]{4}-[A-Z0-9_]{2}$'" },
    {
      name: 'components_reason_only_when_closed',
      expression: "closed_reason is null or comment_phase = 'closed'",
    },
    {
      name: 'components_period_in_order',
      expression:
        'comment_period_ends_at is null or comment_period_starts_at is null or comment_period_ends_at >= comment_period_starts_at',
    },
    { name: 'components_overlay_of_another', expression: 'component_id is null or component_id <> id' },
    { name: 'components_rule_numbers', expression: 'next_rule_number >= 1 and next_rule_number <= 1000000' },
    {
      name: 'components_minted_sequences',
      expression: 'next_minted_sequence >= 1 and next_minted_sequence <= 1000000',
    },
  ],
})

/** Requirement numbers have six digits. */
export const LAST_NUMBER = 999_999

function assertSomething(total: number): void {
  if (total === 0) throw illegal('component.empty', 'A component without requirements cannot be released.')
}

function assertLocked({ total, unlocked }: { total: number; unlocked: number }): void {
  if (unlocked === 0) return
  throw illegal('component.unlocked_rules', `${unlocked} of ${total} requirements are not locked yet.`)
}

/** A document being written inside a project (components 2.4). */
export class Component extends ComponentSchema.class {
  /**
   * Hands out the next requirement number, six digits; call it under the component's write lock. Numbers are never
   * used twice, and there are no more after 999999 (components 3.2).
   */
  takeRuleNumber(): string {
    const number = this.nextRuleNumber
    this.assertNumbersLeft(number, 1)
    this.nextRuleNumber += 1
    return String(number).padStart(6, '0')
  }

  /** Refuses to number `count` requirements from `from` on where that would pass 999999 (components 3.2). */
  assertNumbersLeft(from: number, count: number): void {
    if (from + count - 1 > LAST_NUMBER) {
      throw illegal('component.numbers_exhausted', 'This component has used all its requirement numbers.')
    }
  }

  /** Counts one change of the component's own content or state (contract, decision 12). */
  touch(): void {
    this.lockVersion += 1
  }

  /** A released component stays released, and an authored SRG is published by its own release only (3.7). */
  assertReleaseByUpdate(released: boolean): void {
    if (!released && this.released) {
      throw illegal('component.unrelease', 'A released component cannot be taken back.')
    }
    if (released && this.documentType === 'srg') {
      throw illegal(
        'component.release_by_update',
        'An SRG component is published with its release operation.',
      )
    }
  }

  /** Publishes a STIG component; every live requirement must be locked, and there must be one (3.7). */
  publish(requirements: { total: number; unlocked: number }, at: Date): void {
    this.assertUnreleased()
    assertSomething(requirements.total)
    assertLocked(requirements)
    this.published(at)
  }

  /** The guards of an SRG release in their order, and the numbers that it is published under (components 3.7). */
  assertPublishable(requirements: { total: number; unlocked: number; undetermined: number }) {
    if (this.documentType !== 'srg') {
      throw illegal('component.release_kind', 'Only SRG components are released this way.')
    }
    this.assertUnreleased()
    assertSomething(requirements.total)
    if (requirements.undetermined > 0) {
      throw illegal(
        'component.undetermined_rules',
        `${requirements.undetermined} requirements are not yet determined.`,
      )
    }
    const { version, release } = this
    if (version == null || release == null) {
      throw illegal('component.unnumbered', 'A release needs a version and a release number.')
    }
    this.abbreviation()
    assertLocked(requirements)
    return { version, release }
  }

  /** The leading letters of the prefix: the technology that identifiers are minted for (components 1.1). */
  abbreviation(): string {
    const letters = /^[A-Z]+/.exec(this.prefix)?.[0]
    if (!letters) {
      throw illegal('component.no_abbreviation', 'The prefix must begin with letters to name a technology.')
    }
    return letters
  }

  /** From now on a read-only snapshot. */
  published(at: Date): void {
    this.released = true
    this.releasedAt = at
  }

  private assertUnreleased(): void {
    if (this.released) throw illegal('component.released', 'This component is released already.')
  }

  /** As the function of this name. */
  assertCommentWindow(): void {
    assertCommentWindow(this)
  }
}
ComponentSchema.setClass(Component)

/** When a component may be commented on. */
export type CommentWindow = Pick<
  Component,
  'commentPhase' | 'closedReason' | 'commentPeriodStartsAt' | 'commentPeriodEndsAt'
>

/** Phase and reason belong together, and a period ends after it starts (components 3.8). */
export function assertCommentWindow(window: CommentWindow): void {
  if (window.closedReason != null && window.commentPhase !== 'closed') {
    throw invalid('validation', 'closed_reason', 'A closed reason needs the comment phase closed.')
  }
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end } = window
  if (start && end && end < start) {
    throw invalid('validation', 'comment_period_ends_at', 'The comment period ends before it starts.')
  }
}
