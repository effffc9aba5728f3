import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, jsonObject, partialIndex } from './columns.ts'

/** Field -> value on create and destroy, [old, new] on update (accounts 6.10). */
export type AuditedChanges = Record<string, unknown>

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
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
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'audit_entries_auditable', properties: ['auditableType', 'auditableId', 'id'] },
    { name: 'audit_entries_associated', properties: ['associatedType', 'associatedId', 'id'] },
    { name: 'audit_entries_project_id', properties: ['projectId', 'id'] },
    { name: 'audit_entries_component_id', properties: ['componentId', 'id'] },
    { name: 'audit_entries_rule_id', properties: ['ruleId', 'id'] },
    partialIndex('audit_entries', 'actor_id', 'id'),
    partialIndex('audit_entries', 'affected_user_id', 'id'),
    { name: 'audit_entries_request_id', properties: ['requestId'] },
    { name: 'audit_entries_created_at', properties: ['createdAt', 'id'] },
  ],
})

/**
 * Who did what to which record, and why (accounts 6.10). Append-only: a trigger refuses changes. It names records
 * by id without foreign keys, because entries outlive what they tell of.
 */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
