import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { executeDeferred } from '../../database/fast-path/pipelined-lease.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { displayedNameSql } from '../../database/requirement-name.ts'
import { createYield, splitBySize } from '../../lib/yield-to-event-loop.ts'

/** The most characters that one statement stores. */
const PART = 1_000_000
const EMPTY_ARRAY = '[]'

/** The audit entries, events and messages of a transaction, as rows. */
export interface AuditBatch {
  entries: Iterable<object>
  events: Iterable<object>
  messages: Iterable<object>
}

/** Stores an audit batch in one statement, or in several if it is too large. */
export async function storeAuditBatch(db: Queries, batch: AuditBatch): Promise<void> {
  const parts = [
    await toJsonParts(batch.entries),
    await toJsonParts(batch.events),
    await toJsonParts(batch.messages),
  ]
  for (let index = 0; index < Math.max(...parts.map(({ length }) => length)); index += 1) {
    const [entries = EMPTY_ARRAY, events = EMPTY_ARRAY, messages = EMPTY_ARRAY] = parts.map(
      (each) => each[index],
    )
    if (messages === EMPTY_ARRAY) await storePart(db, entries, events)
    else await storeWithMessages(db, entries, messages, events)
  }
}

/** Stores one entry per row of `rows`, which selects `auditable_id` and `changes`; other values come from `common`. */
export async function storeRows(db: Queries, common: object, rows: RawBuilder<unknown>): Promise<void> {
  await executeDeferred(
    db,
    sql`insert into audit_entries (${ENTRY_COLUMNS})
      select ${ROW_VALUES}
      from jsonb_populate_record(null::audit_entries, ${JSON.stringify(common)}::jsonb) e, (${rows}) changed`,
  )
}

/**
 * Returns a statement that inserts one entry per requirement of `rows`; it can be run or used in a `with` clause. `rows`
 * selects `id`, `name` (displayed), `changes` and `comment`, in order; other values come from `common`.
 */
export function insertRuleEntries(common: object, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into audit_entries (${ENTRY_COLUMNS})
      select ${RULE_VALUES} from jsonb_populate_record(null::audit_entries, ${JSON.stringify(common)}::jsonb) e, (${rows}) changed`
}

/** Splits rows into JSON lists of limited size. */
async function toJsonParts(rows: Iterable<object>): Promise<string[]> {
  const yieldIfDue = createYield()
  const texts: string[] = []
  for (const row of rows) {
    texts.push(JSON.stringify(row))
    await yieldIfDue()
  }
  return splitBySize(texts, ({ length }) => length, PART).map((part) => `[${part.join(',')}]`)
}

const COLUMNS = [
  'kind',
  'action',
  'auditable_type',
  'auditable_id',
  'associated_type',
  'associated_id',
  'project_id',
  'component_id',
  'rule_id',
  'affected_user_id',
  'affected_name',
  'changes',
  'comment',
  'actor_type',
  'actor_id',
  'actor_name',
  'remote_address',
  'request_id',
  'created_at',
] as const
type EntryColumn = (typeof COLUMNS)[number]
const ENTRY_COLUMNS = sql.join(COLUMNS.map((name) => sql.ref(name)))

/** Returns the columns of entries `e`, except for these. */
function valuesWith(others: Partial<Record<EntryColumn, RawBuilder<unknown>>>): RawBuilder<unknown> {
  return sql.join(COLUMNS.map((name) => others[name] ?? sql.ref(`e.${name}`)))
}

/** Stores the names of requirements and users with the entry, so that they outlive the records (rule C-69). */
const NAMED = sql`case when e.auditable_type = 'BaseRule' then (select 'Control ' || ${displayedNameSql()}
    from rules r join components c on c.id = r.component_id where r.id = e.auditable_id)
  else coalesce(e.affected_name, (select u.name from users u where u.id = e.affected_user_id)) end`
/** The project defaults to that of the component, as changes of a requirement name only the component. */
const PROJECT = sql`coalesce(e.project_id, (select c.project_id from components c where c.id = e.component_id))`
const ENTRY_VALUES = valuesWith({ affected_name: NAMED, project_id: PROJECT })
const ROW_VALUES = valuesWith({
  project_id: PROJECT,
  auditable_id: sql`changed.auditable_id`,
  changes: sql`changed.changes`,
})
const RULE_VALUES = valuesWith({
  auditable_id: sql`changed.id`,
  rule_id: sql`changed.id`,
  affected_name: sql`'Control ' || changed.name`,
  changes: sql`changed.changes`,
  comment: sql`coalesce(changed.comment, e.comment)`,
})
const EVENT_COLUMNS = sql.raw('kind, project_id, component_id, data, actor_id, actor_name, created_at')

/** Each parameter is a JSON list. */
const ENTRIES = (rows: unknown) => sql`
  insert into audit_entries (${ENTRY_COLUMNS})
  select ${ENTRY_VALUES} from jsonb_populate_recordset(null::audit_entries, ${rows}::jsonb) e`
const MESSAGE_COLUMNS = sql.raw('kind, payload, next_attempt_at, created_at')
const MESSAGES = (rows: unknown) => sql`
  insert into outbox_messages (${MESSAGE_COLUMNS})
  select ${MESSAGE_COLUMNS} from jsonb_populate_recordset(null::outbox_messages, ${rows}::jsonb)`
/** Inserts events; the project defaults to that of the component. */
const EVENTS = (rows: unknown) => sql`
  insert into domain_events (${EVENT_COLUMNS})
  select kind, coalesce(project_id, (select c.project_id from components c where c.id = e.component_id)),
    component_id, data, actor_id, actor_name, created_at
  from jsonb_populate_recordset(null::domain_events, ${rows}::jsonb) e`

const storePart = preparedQuery<unknown, [entries: string, events: string]>(
  (_, entries, events) => sql`with entries as (${ENTRIES(entries)}) ${EVENTS(events)}`,
  { ignoresResult: true },
)
const storeWithMessages = preparedQuery<unknown, [entries: string, messages: string, events: string]>(
  (_, entries, messages, events) =>
    sql`with entries as (${ENTRIES(entries)}), messages as (${MESSAGES(messages)}) ${EVENTS(events)}`,
  { ignoresResult: true },
)
