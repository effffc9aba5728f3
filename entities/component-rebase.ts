import { defineEntity, p } from '@mikro-orm/core'
import { DomainError } from '../src/errors.ts'
import type { Severity } from '../src/vocabulary.ts'
import { createdAt } from './columns.ts'
import { Component } from './component.ts'
import { User } from './user.ts'

/** Previous content of a requirement, before a rebase replaced it. */
export interface RebasedContent {
  title?: string | null
  ruleSeverity?: Severity
  fixtext?: string | null
  ident?: string | null
  identSystem?: string | null
  ruleWeight?: string | null
  fixId?: string | null
  fixtextFixref?: string | null
  checkContent?: string | null
  vulnDiscussion?: string | null
}

/** A requirement that a rebase moved: its previous catalog rule and its replaced content. */
export interface RebasedRule {
  id: number
  source: number
  before: RebasedContent
}

const ComponentRebaseSchema = defineEntity({
  name: 'ComponentRebase',
  tableName: 'component_rebases',
  properties: {
    id: p.uuid().primary(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().nullable().fieldName('user_id').deleteRule('set null'),
    rules: p.json<RebasedRule[]>(),
    addedRuleIds: p.json<number[]>(),
    removedRuleIds: p.json<number[]>(),
    /** The previous source set, with the primary SRG first. */
    sourceSrgIds: p.json<number[]>(),
    /** Digest of the versions of all requirements and of the source set after the rebase. */
    state: p.text(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'component_rebases_component_id_unique', properties: ['componentId'] }],
  indexes: [{ name: 'component_rebases_user_id', properties: ['userId'] }],
})

/** The changes of the last rebase of a component; it can be undone until something is edited (rule C-96). */
export class ComponentRebase extends ComponentRebaseSchema.class {
  /** Throws 409 if a requirement or the source set changed since. */
  assertUndoable(state: string): void {
    if (this.state === state) return
    const message = 'Something in the component changed since the rebase, so it can no longer be undone.'
    throw new DomainError('conflict', 'component.rebase_overtaken', message)
  }
}
ComponentRebaseSchema.setClass(ComponentRebase)

/** Creates the 409 for a rebase that was undone or followed by another one. */
export function createNoRebaseToUndoError(): DomainError {
  const message = 'This rebase was undone already, or another one followed.'
  return new DomainError('conflict', 'component.no_rebase_to_undo', message)
}
