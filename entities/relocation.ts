import { defineEntity, p } from '@mikro-orm/core'
import { DomainError, validationError, notFoundError } from '../src/errors.ts'
import { MEMBERSHIP_TYPES, type DocumentType } from '../src/vocabulary.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'
import { Component, LAST_NUMBER } from './component.ts'
import { Project } from './project.ts'
import { Rule } from './rule.ts'
import { User } from './user.ts'

const RelocationSchema = defineEntity({
  name: 'Relocation',
  tableName: 'requirement_relocations',
  properties: {
    id: id(),
    /** The source component. */
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    sourceRuleId: () => p.manyToOne(Rule).mapToPk().fieldName('source_rule_id').deleteRule('cascade'),
    sourceDisplayedName: p.text(),
    targetTechnologyToken: p.text(),
    /** The type of target that the proposal names; null if only the technology decides. */
    namedTarget: p.enum(MEMBERSHIP_TYPES).nullable(),
    targetProjectId: () =>
      p.manyToOne(Project).mapToPk().nullable().fieldName('target_project_id').deleteRule('set null'),
    targetComponentId: () =>
      p.manyToOne(Component).mapToPk().nullable().fieldName('target_component_id').deleteRule('set null'),
    targetRuleId: () =>
      p.manyToOne(Rule).mapToPk().nullable().fieldName('target_rule_id').deleteRule('set null'),
    destinationAbbreviation: p.text().nullable(),
    requestedById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('requested_by_id').deleteRule('set null'),
    requestedByName: p.text().nullable(),
    acceptedById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('accepted_by_id').deleteRule('set null'),
    acceptedByName: p.text().nullable(),
    acceptedAt: time().nullable(),
    executedAt: time().nullable(),
    declinedById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('declined_by_id').deleteRule('set null'),
    declinedByName: p.text().nullable(),
    declinedAt: time().nullable(),
    adjudicationRationale: p.text().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [
    {
      name: 'requirement_relocations_open_unique',
      properties: ['sourceRuleId'],
      where: 'executed_at is null and declined_at is null',
    },
  ],
  indexes: [
    { name: 'requirement_relocations_source_rule_id', properties: ['sourceRuleId'] },
    { name: 'requirement_relocations_component_id', properties: ['componentId', 'executedAt'] },
    { name: 'requirement_relocations_target_rule_id', properties: ['targetRuleId'] },
    { name: 'requirement_relocations_target_component_id', properties: ['targetComponentId'] },
    { name: 'requirement_relocations_target_project_id', properties: ['targetProjectId'] },
    { name: 'requirement_relocations_requested_by_id', properties: ['requestedById'] },
    { name: 'requirement_relocations_accepted_by_id', properties: ['acceptedById'] },
    { name: 'requirement_relocations_declined_by_id', properties: ['declinedById'] },
  ],
  checks: [
    { name: 'requirement_relocations_one_end', expression: 'executed_at is null or declined_at is null' },
    {
      name: 'requirement_relocations_decline_has_rationale',
      expression: 'declined_at is null or adjudication_rationale is not null',
    },
    {
      name: 'requirement_relocations_executed_is_accepted',
      expression: '(executed_at is null) = (accepted_at is null)',
    },
  ],
})

/** The person who decides on a relocation. */
interface Person {
  id: number
  name: string
}

/** The move of an authored requirement into another component: proposed, executed or declined (rule C-63). */
export class Relocation extends RelocationSchema.class {
  /** Declined records never change, executed ones only when they are recalled (rule C-65). */
  isOpen(): boolean {
    return this.executedAt == null && this.declinedAt == null
  }

  /** Records the new requirement in the target. */
  execute(
    target: { componentId: number; ruleId: number; abbreviation: string },
    actor: Person,
    now: Date,
  ): void {
    this.assertOpen()
    this.targetComponentId = target.componentId
    this.targetRuleId = target.ruleId
    this.destinationAbbreviation = target.abbreviation
    this.acceptedById = actor.id
    this.acceptedByName = actor.name
    this.acceptedAt = now
    this.executedAt = now
  }

  /** Declines the proposal with a rationale. */
  decline(targetComponentId: number, rationale: string, actor: Person, now: Date): void {
    this.assertOpen()
    if (rationale.trim() === '') {
      throw validationError('validation', 'adjudication_rationale', 'Declining needs a rationale.')
    }
    this.targetComponentId = targetComponentId
    this.adjudicationRationale = rationale
    this.declinedById = actor.id
    this.declinedByName = actor.name
    this.declinedAt = now
  }

  /** Recalls an executed relocation: it becomes declined, but still names the new requirement (rule C-65). */
  recall(actor: Person, now: Date): void {
    if (this.executedAt == null) throw notFoundError()
    this.executedAt = null
    this.acceptedAt = null
    this.acceptedById = null
    this.acceptedByName = null
    this.destinationAbbreviation = null
    this.adjudicationRationale = 'Recalled by the source.'
    this.declinedById = actor.id
    this.declinedByName = actor.name
    this.declinedAt = now
  }

  /**
   * Clears the target after the new requirement, or the named or declining target, was deleted (rule C-63).
   */
  clearTarget(deleted: { componentId: number } | { projectId: number }): void {
    this.targetComponentId = null
    this.targetRuleId = null
    if ('projectId' in deleted) this.targetProjectId = null
  }

  /** @throws 404 once it was accepted or declined */
  assertOpen(): void {
    if (!this.isOpen()) throw notFoundError()
  }
}
RelocationSchema.setClass(Relocation)

/** The properties of a component that decide whether it can accept a requirement (rule C-63). */
export interface RelocationDestination {
  documentType: DocumentType
  released: boolean
  sourceReleased: boolean
  sameComponent: boolean
  /**
   * Whether the target declares the SRG from which the requirement descends, in any release; true without
   * one.
   */
  declaresLineage: boolean
  /** Whether the target's technology is the one in the proposal's token (rule C-64). */
  matchesTechnology: boolean
  /** Whether it is, or is inside, the target that the proposal names; true if the proposal names none. */
  isNamedTarget: boolean
  /** Whether the proposer can see the target's project; true if the proposal names its target. */
  visibleToProposer: boolean
  /** The next requirement number of the target. */
  nextRuleNumber: number
}

/** All reasons why the target can't accept the requirement; empty if it can. */
export function listDestinationErrors(destination: RelocationDestination): string[] {
  return [
    ...(destination.documentType === 'srg' ? [] : ['The target is not an SRG component.']),
    ...(destination.released ? ['The target is released.'] : []),
    ...(destination.sourceReleased ? ['The source is released.'] : []),
    ...(destination.sameComponent ? ['The requirement is in this component already.'] : []),
    ...(destination.declaresLineage
      ? []
      : ['The target does not declare the SRG that the requirement comes from.']),
    ...(destination.matchesTechnology
      ? []
      : ['The target belongs to another technology than the proposal names.']),
    ...(destination.isNamedTarget ? [] : ['The proposal names another target.']),
    ...(destination.visibleToProposer ? [] : ['The proposer cannot see the project of the target.']),
    ...(destination.nextRuleNumber <= LAST_NUMBER
      ? []
      : ['The target has used all its requirement numbers.']),
  ]
}

/** Throws 422 with every reason if the target can't accept the requirement. */
export function assertDestination(destination: RelocationDestination): void {
  const errors = listDestinationErrors(destination)
  if (errors.length === 0) return
  throw new DomainError('invalid', 'relocation.ineligible', errors.join(' '), { messages: errors })
}
