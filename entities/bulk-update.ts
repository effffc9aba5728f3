import { defineEntity, p } from '@mikro-orm/core'
import { DomainError } from '../src/errors.ts'
import { createdAt } from './columns.ts'
import { Component } from './component.ts'
import type { RuleChanges } from './rule-changes.ts'
import { isUndoable } from './undo-window.ts'
import { User } from './user.ts'

/** A save of many requirements; parts without id are those that come first in each of them. */
export type BulkChanges = Pick<RuleChanges, 'content' | 'checks' | 'disaDescriptions'>

/** One requirement that was changed: its version since, and the save that brings back what it was before. */
export interface BulkUpdated {
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
    rules: p.json<BulkUpdated[]>(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'bulk_updates_component_id', properties: ['componentId'] },
    { name: 'bulk_updates_user_id', properties: ['userId'] },
    { name: 'bulk_updates_created_at', properties: ['createdAt'] },
  ],
})

/** What one request changed of many requirements, kept for as long as it may be taken back (rule C-83). */
export class BulkUpdate extends BulkUpdateSchema.class {
  /** Throws 409 unless this update is the person's own, and recent. */
  assertUndoable(by: number, now: Date): void {
    if (this.userId !== by || !isUndoable(this.createdAt, now)) throw nothingToUndo()
  }
}
BulkUpdateSchema.setClass(BulkUpdate)

/** There is no update of this person that could be taken back. */
export function nothingToUndo(): DomainError {
  const message = 'There is no change of yours of the last ten minutes to take back.'
  return new DomainError('conflict', 'rule.nothing_to_undo', message)
}
