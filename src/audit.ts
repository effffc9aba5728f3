import { type ChangeSet, type EventSubscriber, type FlushEventArgs, JsonType, wrap } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Em, Reader } from './database.ts'
import type { Origin } from './transaction.ts'
import { changesTold } from './audit/changes-told.ts'
import { trackedFor, type Tracked } from './audit/tracked.ts'

/** One entry of the audit trail before it is stored (accounts 6.10, components 3.11). */
export interface Entry {
  action: string
  auditableType: string
  /** Null when the entry is about nobody known, such as a sign-in with an unknown address. */
  auditableId: number | null
  associatedType?: string | null
  associatedId?: number | null
  projectId?: number | null
  componentId?: number | null
  ruleId?: number | null
  affectedUserId?: number | null
  /** Name of the person or requirement that the entry is about. */
  affectedName?: string | null
  changes?: Record<string, unknown>
  comment?: string | null
}

/** Something that happened, for live boards and notifications (comments 4.1). */
export interface DomainEvent {
  kind: string
  /** Null where the component tells it. */
  projectId: number | null
  componentId: number | null
  data: Record<string, unknown>
}

/** What a transaction leaves behind: its audit entries and its domain events, written before the commit. */
export class Trail {
  readonly #origin: Origin
  readonly #entries: Entry[] = []
  readonly #events: DomainEvent[] = []
  readonly #comments = new Map<object, string>()

  constructor(origin: Origin) {
    this.#origin = origin
  }

  /** Gives the reason for the changes of one record; kept on its entries of this transaction. */
  because(record: object, comment: string | null | undefined): void {
    if (comment) this.#comments.set(record, comment)
  }

  /** Adds an entry that no change of a record stands for, such as a failed sign-in or an export. */
  record(entry: Entry): void {
    this.#entries.push(entry)
  }

  announce(event: DomainEvent): void {
    this.#events.push(event)
  }

  /** Adds the entry of a record that was stored past the unit of work, as its flush would have left it. */
  created(record: object): void {
    const tracked = trackedFor(record)
    if (!tracked?.creations) return
    this.#entries.push({
      action: 'create',
      auditableType: tracked.type,
      changes: valuesOf({ ...record }, tracked),
      comment: this.#comments.get(record) ?? null,
      ...tracked.describe(record, () => undefined),
    })
  }

  observe(changeSet: ChangeSet<object>, owner: (relation: string) => object | undefined): void {
    const tracked = trackedFor(changeSet.entity)
    if (!tracked || (changeSet.type === 'create' && !tracked.creations)) return
    const changes = changesOf(changeSet, tracked)
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

  /** Stores everything in one statement, however much there is. */
  async write(db: Reader): Promise<void> {
    if (this.#entries.length === 0 && this.#events.length === 0) return
    const { actor, address, requestId, now } = this.#origin
    const createdAt = now.toISOString()
    const entries = this.#entries.map((entry) => ({
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
      created_at: createdAt,
    }))
    const events = [...this.#events, ...changesTold(this.#entries, this.#events)].map((event) => ({
      kind: event.kind,
      project_id: event.projectId,
      component_id: event.componentId,
      data: event.data,
      actor_id: actor?.id,
      actor_name: actor?.name,
      created_at: createdAt,
    }))
    await sql`
      with entries as (
        insert into audit_entries (${ENTRY_COLUMNS})
        select ${ENTRY_VALUES} from jsonb_populate_recordset(null::audit_entries, ${JSON.stringify(entries)}::jsonb) e
      )
      insert into domain_events (${EVENT_COLUMNS})
      select kind, coalesce(project_id, (select c.project_id from components c where c.id = e.component_id)),
        component_id, data, actor_id, actor_name, created_at
      from jsonb_populate_recordset(null::domain_events, ${JSON.stringify(events)}::jsonb) e`.execute(db)
  }
}

const COLUMNS = `action, auditable_type, auditable_id, associated_type, associated_id, project_id, component_id, rule_id,
  affected_user_id, affected_name, changes, comment, actor_type, actor_id, actor_name, remote_address, request_id,
  created_at`
const ENTRY_COLUMNS = sql.raw(COLUMNS)
/** Requirements go by their displayed name and people by theirs, also when they are gone one day (components 3.11). */
const NAMED = `case when auditable_type = 'BaseRule' then (select 'Control ' || c.prefix || '-' || r.rule_id
    from rules r join components c on c.id = r.component_id where r.id = e.auditable_id)
  else coalesce(affected_name, (select u.name from users u where u.id = e.affected_user_id)) end`
const ENTRY_VALUES = sql.raw(COLUMNS.replace('affected_name', NAMED))
const EVENT_COLUMNS = sql.raw('kind, project_id, component_id, data, actor_id, actor_name, created_at')

const ACTIONS: Record<string, string> = { create: 'create', update: 'update', delete: 'destroy' }

/** Field -> value on create and destroy, field -> [old, new] on update; only what the record's kind tracks. */
function changesOf(changeSet: ChangeSet<object>, tracked: Tracked): Record<string, unknown> {
  const after: Record<string, unknown> = { ...changeSet.entity }
  if (changeSet.type !== 'update') return valuesOf(after, tracked)
  const before: Record<string, unknown> = { ...changeSet.originalEntity }
  const payload: Record<string, unknown> = { ...changeSet.payload }
  const changes: Record<string, unknown> = {}
  for (const [property, field] of Object.entries(tracked.fields)) {
    if (!Object.hasOwn(payload, property)) continue
    const packed = changeSet.meta.props.some(
      ({ name, customType }) => name === property && customType instanceof JsonType,
    )
    const old = before[property] ?? null
    changes[field] = [packed && typeof old === 'string' ? JSON.parse(old) : old, after[property] ?? null]
  }
  return changes
}

function valuesOf(record: Record<string, unknown>, tracked: Tracked): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [property, field] of Object.entries(tracked.fields)) {
    const value = record[property]
    if (value !== null && value !== undefined) values[field] = value
  }
  return values
}

const trails = new WeakMap<object, Trail>()

/** Opens the trail of a transaction's entity manager. */
export function startTrail(em: Em, origin: Origin): Trail {
  const trail = new Trail(origin)
  trails.set(em, trail)
  return trail
}

/** Sees every flush; registered once with the ORM. */
export class AuditSubscriber implements EventSubscriber {
  readonly #owners = new WeakMap<object, Record<string, unknown>>()

  /** Removed parts no longer point at their owner once the flush is over. */
  onFlush(args: FlushEventArgs): void {
    for (const { type, entity } of args.uow.getChangeSets()) {
      if (type === 'delete') this.#owners.set(entity, { ...wrap(entity, true).__originalEntityData })
    }
  }

  afterFlush(args: FlushEventArgs): void {
    const trail = trails.get(args.em)
    if (!trail) return
    for (const changeSet of args.uow.getChangeSets()) {
      trail.observe(changeSet, (relation) => {
        const target = changeSet.meta.relations.find(({ name }) => name === relation)?.targetMeta?.class
        const id = this.#owners.get(changeSet.entity)?.[relation]
        return target && typeof id === 'number' ? args.uow.getById(target, id) : undefined
      })
    }
  }
}
