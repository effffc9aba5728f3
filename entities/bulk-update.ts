import { defineEntity, p } from '@mikro-orm/core'
import { DomainError } from '../src/errors.ts'
import { createdAt } from './columns.ts'
import { Component } from './component.ts'
import type { RuleChanges } from './rule-changes.ts'
import { isUndoable } from './undo-window.ts'
import { User } from './user.ts'

/** Changes for many requirements; parts without an id refer to the first part of each requirement. */
export type BulkChanges = Pick<RuleChanges, 'content' | 'checks' | 'disaDescriptions'>

/** A requirement that was changed: its new version, and the changes that restore its previous values. */
export interface ChangedRequirement {
  id: number
  version: number
  before: BulkChanges
}

const BulkUpdateSchema = defineEntity({
  name: 'BulkUpdate',
  tableName: 'bulk_updates',
  properties: {
    id: p.uuid().primary(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    rules: p.json<ChangedRequirement[]>(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'bulk_updates_component_id', properties: ['componentId'] },
    { name: 'bulk_updates_user_id', properties: ['userId'] },
    { name: 'bulk_updates_created_at', properties: ['createdAt'] },
  ],
})

/** The changes of one bulk request, stored until the undo window ends (rule C-83). */
export class BulkUpdate extends BulkUpdateSchema.class {
  /** Throws 409 unless this user made the update and the undo window is open. */
  assertUndoable(userId: number, now: Date): void {
    if (this.userId !== userId || !isUndoable(this.createdAt, now)) throw createNothingToUndoError()
  }
}
BulkUpdateSchema.setClass(BulkUpdate)

/** Creates the 409 for a user who has no bulk update to undo. */
export function createNothingToUndoError(): DomainError {
  const message = 'You have no change from the last ten minutes to undo.'
  return new DomainError('conflict', 'rule.nothing_to_undo', message)
}
