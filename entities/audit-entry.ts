import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, jsonObject, time } from './columns.ts'
import { createTrigger } from './triggers.ts'

/** Field -> value on create and destroy, [old, new] on update (rule A-79). */
export type AuditedChanges = Record<string, unknown>

/**
 * Content entries record changes of content and accounts and are never pruned. Operators may prune security
 * entries.
 */
export const AUDIT_KINDS = ['content', 'security'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.enum(AUDIT_KINDS).default('content'),
    action: p.text(),
    auditableType: p.text(),
    auditableId: p.integer().nullable(),
    associatedType: p.text().nullable(),
    associatedId: p.integer().nullable(),
    projectId: p.integer().nullable(),
    componentId: p.integer().nullable(),
    ruleId: p.integer().nullable(),
    actorId: p.integer().nullable(),
    actorType: p.text().nullable(),
    actorName: p.text().nullable(),
    affectedUserId: p.integer().nullable(),
    affectedName: p.text().nullable(),
    changes: jsonObject<AuditedChanges>(() => ({})),
    comment: p.text().nullable(),
    remoteAddress: p.text().nullable(),
    requestId: p.text().nullable(),
    /** Number of occurrences; repetitions within a minute share one entry. */
    occurrences: p.integer().default(1),
    lastOccurredAt: time().nullable(),
    /** Repetitions with the same key share an entry; null for entries that are never merged. */
    mergeKey: p.text().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'audit_entries_merge_key', properties: ['mergeKey'], where: 'merge_key is not null' }],
  indexes: [
    { name: 'audit_entries_auditable', properties: ['auditableType', 'auditableId', 'id'] },
    { name: 'audit_entries_associated', properties: ['associatedType', 'associatedId', 'id'] },
    { name: 'audit_entries_project_id', properties: ['projectId', 'id'] },
    { name: 'audit_entries_component_id', properties: ['componentId', 'id'] },
    { name: 'audit_entries_rule_id', properties: ['ruleId', 'id'] },
    { name: 'audit_entries_actor_id', properties: ['actorId', 'id'], where: 'actor_id is not null' },
    {
      name: 'audit_entries_affected_user_id',
      properties: ['affectedUserId', 'id'],
      where: 'affected_user_id is not null',
    },
    { name: 'audit_entries_request_id', properties: ['requestId'] },
    { name: 'audit_entries_created_at', properties: ['createdAt', 'id'] },
    { name: 'audit_entries_security', properties: ['createdAt', 'id'], where: "kind = 'security'" },
  ],
  checks: [
    {
      name: 'audit_entries_merged',
      expression: `merge_key is null or kind = 'security' or action = 'audit_pruned'`,
    },
  ],
  // A migration creates the trigger that rejects truncation: the ORM cannot introspect it.
  triggers: [
    createTrigger({
      table: 'audit_entries',
      name: 'audit_entries_update',
      timing: 'before',
      events: ['update'],
      forEach: 'row',
      run: 'restrict_update_of_audit_entry()',
    }),
    createTrigger({
      table: 'audit_entries',
      name: 'audit_entries_delete',
      timing: 'before',
      events: ['delete'],
      forEach: 'row',
      run: 'restrict_delete_of_audit_entry()',
    }),
  ],
})

/**
 * Who did what to which record, and why (rule A-79). Append-only: triggers reject every change except to the
 * count of repetitions. Entries outlive their records, so ids have no foreign keys.
 */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
