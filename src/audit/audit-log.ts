import type { ChangeSet } from '@mikro-orm/core'
import type { RawBuilder } from 'kysely'
import { Rule } from '../../entities/rule.ts'
import type { Em, Queries } from '../database/database.ts'
import { toChanges, diffFields, captureState, toTrackedValues, type TrackedState } from './changes.ts'
import { deriveEvents } from './derive-events.ts'
import { toAuditKind } from './entries/audit-kind.ts'
import type { DomainEvent, Entry, Message, RepeatedEntry } from './entries/entry.ts'
import { insertRuleEntries, storeRows, storeAuditBatch } from './entries/store-entries.ts'
import { storeMerged } from './entries/store-merged.ts'
import type { Origin } from './origin.ts'
import { findTrackedEntity } from './tracked-entities.ts'

/** Collects the audit entries, domain events and messages of a transaction, and stores them before the commit. */
export class AuditLog {
  readonly #origin: Origin
  readonly #entries: Entry[] = []
  readonly #repeated: RepeatedEntry[] = []
  readonly #events: DomainEvent[] = []
  readonly #messages: Message[] = []
  readonly #comments = new Map<object, string>()
  readonly #versions = new Map<number, number>()

  constructor(origin: Origin) {
    this.#origin = origin
  }

  /** Sets the reason for changes of one record; it is stored with its entries of this transaction. */
  setReason(record: object, comment: string | null | undefined): void {
    if (comment) this.#comments.set(record, comment)
  }

  /** Adds an entry without a change of a record, such as a failed sign-in or an export. */
  record(entry: Entry): void {
    this.#entries.push(entry)
  }

  /** Adds an entry that callers can repeat at will: repetitions within a minute are one entry with a count. */
  recordRepeated(entry: RepeatedEntry): void {
    this.#repeated.push(entry)
  }

  /**
   * Stores entries for changes that a SQL statement makes, without loading them. `rows` selects `auditable_id` and
   * `changes`, in the order of the entries.
   */
  async recordRows(
    db: Queries,
    entry: Omit<Entry, 'auditableId' | 'changes'>,
    rows: RawBuilder<unknown>,
  ): Promise<void> {
    await storeRows(db, this.#row({ ...entry, auditableId: null }), rows)
  }

  /**
   * Returns the statement that inserts one entry per requirement of a bulk update in one component. `rows` selects `id`,
   * `name`, `changes` and `comment`. Changes that the service makes on a user's behalf have no actor.
   */
  createRuleEntriesStatement(
    { action, scope, comment = null, bySystem = false }: RuleEntries,
    rows: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    const { id: componentId, projectId } = scope
    const associated = { associatedType: 'Component', associatedId: componentId, projectId, componentId }
    const entry = { action, comment, auditableType: 'BaseRule', auditableId: null, ...associated }
    const row = this.#row(entry)
    return insertRuleEntries(bySystem ? { ...row, ...BY_SYSTEM } : row, rows)
  }

  announce(event: DomainEvent): void {
    this.#events.push(event)
  }

  /** Adds a mail or a chat message, which is delivered after the commit (rule A-75). */
  send(message: Message): void {
    this.#messages.push(message)
  }

  /** Adds the entry of a record that was inserted without the ORM's unit of work. */
  recordCreated(record: object): void {
    if (findTrackedEntity(record)?.creations) this.#recordValues('create', record)
  }

  /** Adds the entry of a deleted record. */
  recordDestroyed(record: object): void {
    this.#recordValues('destroy', record)
  }

  /** Adds an entry with all tracked values of a record. */
  #recordValues(action: 'create' | 'destroy', record: object): void {
    const tracked = findTrackedEntity(record)
    if (!tracked) return
    this.#entries.push({
      action,
      auditableType: tracked.type,
      changes: toTrackedValues({ ...record }, tracked),
      comment: this.#comments.get(record) ?? null,
      ...tracked.describe(record, () => undefined),
    })
  }

  /** Adds the entry of a changed record; `before` is its earlier state (`captureState`). */
  recordUpdated(record: object, before: TrackedState): void {
    const tracked = findTrackedEntity(record)
    const changes = diffFields(before, captureState(record))
    if (!tracked || Object.keys(changes).length === 0) return
    this.#entries.push({
      action: 'update',
      auditableType: tracked.type,
      changes,
      comment: this.#comments.get(record) ?? null,
      ...tracked.describe(record, () => undefined),
    })
  }

  observe(changeSet: ChangeSet<object>, owner: (relation: string) => object | undefined): void {
    const tracked = findTrackedEntity(changeSet.entity)
    if (changeSet.entity instanceof Rule) {
      this.#versions.set(changeSet.entity.id, changeSet.entity.lockVersion)
    }
    if (!tracked || (changeSet.type === 'create' && !tracked.creations)) return
    const changes = toChanges(changeSet, tracked)
    if (changeSet.type === 'update' && Object.keys(changes).length === 0) return
    const facts = tracked.describe(changeSet.entity, owner)
    this.#entries.push({
      action: ACTIONS[changeSet.type] ?? changeSet.type,
      auditableType: tracked.type,
      changes,
      comment: this.#comments.get(changeSet.entity) ?? null,
      ...facts,
    })
  }

  /** Returns the project and component that an entry is about; null if they are unknown. */
  get scope(): { projectId: number | null; componentId: number | null } {
    const findFirst = (key: 'projectId' | 'componentId') => {
      const hasKey = (record: { projectId?: number | null; componentId?: number | null }) =>
        record[key] != null
      return (this.#entries.find(hasKey) ?? this.#events.find(hasKey))?.[key] ?? null
    }
    return { projectId: findFirst('projectId'), componentId: findFirst('componentId') }
  }

  /** Stores everything, in one statement unless it is too large. */
  async write(db: Queries): Promise<void> {
    await this.#writeRepeated(db)
    if (this.#entries.length + this.#events.length + this.#messages.length === 0) return
    const [entries, events, messages] = [this.#entryRows(), this.#eventRows(), this.#messageRows()]
    await storeAuditBatch(db, { entries, events, messages })
  }

  /** Generates rows one by one, so that the caller can yield to the event loop between them. */
  *#entryRows(): Generator<object> {
    for (const entry of this.#entries) yield this.#row(entry)
  }

  *#eventRows(): Generator<object> {
    const { actor, now } = this.#origin
    const common = { actor_id: actor?.id, actor_name: actor?.name, created_at: now.toISOString() }
    for (const { kind, projectId, componentId, data } of this.#allEvents()) {
      yield { kind, project_id: projectId, component_id: componentId, data, ...common }
    }
  }

  *#messageRows(): Generator<object> {
    for (const { kind, payload, at: createdAt } of this.#messages) {
      yield { kind, payload, next_attempt_at: createdAt.toISOString(), created_at: createdAt.toISOString() }
    }
  }

  *#allEvents(): Generator<DomainEvent> {
    yield* this.#events
    yield* deriveEvents(this.#entries, this.#events, this.#versions)
  }

  /** Converts an entry to its row. */
  #row(entry: Entry) {
    const { address, requestId, now } = this.#origin
    const actor = entry.actor ?? this.#origin.actor
    return {
      kind: toAuditKind(entry.action),
      action: entry.action,
      auditable_type: entry.auditableType,
      auditable_id: entry.auditableId,
      associated_type: entry.associatedType,
      associated_id: entry.associatedId,
      project_id: entry.projectId,
      component_id: entry.componentId,
      rule_id: entry.ruleId,
      affected_user_id: entry.affectedUserId,
      affected_name: entry.affectedName,
      changes: entry.changes ?? {},
      comment: entry.comment,
      actor_type: actor ? 'User' : 'System',
      actor_id: actor?.id,
      actor_name: actor?.name ?? 'System',
      remote_address: address,
      request_id: requestId,
      created_at: now.toISOString(),
    }
  }

  async #writeRepeated(db: Queries): Promise<void> {
    const { actor, address, requestId, now } = this.#origin
    for (const entry of this.#repeated) {
      await storeMerged(db, {
        kind: toAuditKind(entry.action),
        action: entry.action,
        auditable_type: entry.auditableType,
        auditable_id: entry.auditableId,
        affected_user_id: entry.affectedUserId ?? null,
        affected_name: entry.affectedName ?? null,
        changes: entry.changes ?? {},
        actor_type: actor ? 'User' : 'System',
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? 'System',
        remote_address: address,
        request_id: requestId,
        created_at: now.toISOString(),
      })
    }
  }
}

/** The common values of entries on many requirements of one component. */
export interface RuleEntries {
  action: 'create' | 'update'
  scope: { id: number; projectId: number }
  comment?: string | null
  bySystem?: boolean
}

const BY_SYSTEM = { actor_type: 'System', actor_id: null, actor_name: 'System', remote_address: null }

const ACTIONS: Record<string, string> = { create: 'create', update: 'update', delete: 'destroy' }

const auditLogs = new WeakMap<object, AuditLog>()

/** Starts the audit log of a transaction's entity manager. */
export function startAuditLog(em: Em, origin: Origin): AuditLog {
  const auditLog = new AuditLog(origin)
  auditLogs.set(em, auditLog)
  return auditLog
}

/** Returns the audit log of an entity manager; undefined outside of an operation's transaction. */
export function findAuditLog(em: object): AuditLog | undefined {
  return auditLogs.get(em)
}
