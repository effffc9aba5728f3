import { defineEntity, p } from '@mikro-orm/core'
import { invalid, notFound } from '../src/errors.ts'
import type { DocumentType } from '../src/vocabulary.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'
import { Component, LAST_NUMBER } from './component.ts'
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
  indexes: [
    {
      name: 'requirement_relocations_open_unique',
      expression:
        'create unique index "requirement_relocations_open_unique" on "requirement_relocations" ("source_rule_id") where executed_at is null and declined_at is null',
    },
    { name: 'requirement_relocations_source_rule_id', properties: ['sourceRuleId'] },
    { name: 'requirement_relocations_component_id', properties: ['componentId', 'executedAt'] },
    { name: 'requirement_relocations_target_rule_id', properties: ['targetRuleId'] },
    { name: 'requirement_relocations_target_component_id', properties: ['targetComponentId'] },
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

/** Who decides on a relocation. */
interface Person {
  id: number
  name: string
}

/** The move of an authored requirement into another component: proposed, executed or declined (components 2.9). */
export class Relocation extends RelocationSchema.class {
  /** Declined and executed records never change (components 3.9). */
  isOpen(): boolean {
    return this.executedAt == null && this.declinedAt == null
  }

  /** The requirement has landed. */
  execute(target: { componentId: number; ruleId: number; abbreviation: string }, by: Person, at: Date): void {
    this.assertOpen()
    this.targetComponentId = target.componentId
    this.targetRuleId = target.ruleId
    this.destinationAbbreviation = target.abbreviation
    this.acceptedById = by.id
    this.acceptedByName = by.name
    this.acceptedAt = at
    this.executedAt = at
  }

  /** The target does not want it, and says why. */
  decline(targetComponentId: number, rationale: string, by: Person, at: Date): void {
    this.assertOpen()
    if (rationale.trim() === '') {
      throw invalid('validation', 'adjudication_rationale', 'Declining needs a rationale.')
    }
    this.targetComponentId = targetComponentId
    this.adjudicationRationale = rationale
    this.declinedById = by.id
    this.declinedByName = by.name
    this.declinedAt = at
  }

  /** The landed requirement, or the component that declined, is gone (components 3.9). */
  forgetTarget(): void {
    this.targetComponentId = null
    this.targetRuleId = null
  }

  private assertOpen(): void {
    if (!this.isOpen()) throw notFound()
  }
}
RelocationSchema.setClass(Relocation)

/** What decides whether a component may take a requirement (components 3.9). */
export interface Landing {
  documentType: DocumentType
  released: boolean
  sourceReleased: boolean
  sameComponent: boolean
  /** Whether the target declares the SRG of the requirement's lineage, in any release; true without lineage. */
  declaresLineage: boolean
  /** The number that the target gives next. */
  nextRuleNumber: number
}

/** Every reason why a requirement cannot land; empty when it can. */
export function landingErrors(landing: Landing): string[] {
  return [
    ...(landing.documentType === 'srg' ? [] : ['The target is not an SRG component.']),
    ...(landing.released ? ['The target is released.'] : []),
    ...(landing.sourceReleased ? ['The source is released.'] : []),
    ...(landing.sameComponent ? ['The requirement is in this component already.'] : []),
    ...(landing.declaresLineage
      ? []
      : ['The target does not declare the SRG that the requirement comes from.']),
    ...(landing.nextRuleNumber <= LAST_NUMBER ? [] : ['The target has used all its requirement numbers.']),
  ]
}
