import { Hono } from 'hono'
import { pool, selectRows, type Row } from './database.ts'
import { readFloorRequest, type FloorRequest, type FloorScope } from './floor-request.ts'
import { toHonoPath } from './reads.ts'

/** Sends a prepared statement within the transaction of a request. */
export type Run = (name: string, text: string, values: unknown[]) => Promise<Row[]>

/** The required access and implementation of a write. */
export interface Write {
  scope: FloorScope
  write: (request: FloorRequest, run: Run) => Promise<unknown>
  /** The status, by default 200, or 204 without a body. */
  status?: 201 | 204
}

/** Writes by operation name. */
export type WritesByName = Record<string, Write>

/** Creates the routes of handwritten writes; each runs in a transaction that locks the record of its path. */
export function createWriteRoutes(writes: WritesByName): Hono {
  const app = new Hono()
  for (const [index, [name, { scope, write, status }]] of Object.entries(writes).entries()) {
    app.on(name.split(' ')[0] ?? '', toHonoPath(name), async (c) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const request = await readFloorRequest(c, scope, { client, locks: true })
        if (!request) return c.json({}, 404)
        // An operation name can exceed PostgreSQL's limit for statement names.
        const answer = await write(request, (name, text, values) =>
          selectRows(`${index} ${name}`, text, values, client),
        )
        await client.query('commit')
        return status === 204 ? c.body(null, 204) : c.json(answer, status ?? 200)
      } finally {
        // A rollback after the commit has no effect.
        await client.query('rollback')
        client.release()
      }
    })
  }
  return app
}

/** An audit entry. */
export interface Entry {
  action: string
  type: string
  id: unknown
  changes: Row
  /** The associated record. */
  within?: [type: string, id: unknown]
  rule?: unknown
  comment?: unknown
  /** The affected user or the name of the record. */
  person?: unknown
  name?: unknown
  kind?: string
}

const COLUMNS =
  'action, auditable_type, auditable_id, changes, associated_type, associated_id, rule_id, comment, affected_user_id, affected_name, kind'
const WIDTH = 11

/** Writes entries to the audit log. */
export async function writeAudit(
  run: Run,
  { session, record }: FloorRequest,
  entries: Entry[],
): Promise<void> {
  const values = entries.flatMap(
    ({ action, type, id, changes, within, rule, comment, person, name, kind }) => [
      action,
      type,
      id,
      JSON.stringify(changes),
      ...(within ?? [null, null]),
      rule,
      comment,
      person,
      name,
      kind ?? 'content',
    ],
  )
  const lines = entries.map((_, line) => {
    const parameters = Array.from({ length: WIDTH }, (__, index) => `$${line * WIDTH + index + 5}`)
    return `($1, $2, 'User', $3, $4, ${parameters.join()})`
  })
  await run(
    `audit ${entries.length}`,
    `insert into audit_entries (component_id, project_id, actor_type, actor_id, actor_name, ${COLUMNS}) values ${lines.join()}`,
    [record['component_id'], record['project_id'], session['user_id'], session['name'], ...values],
  )
}

/** Stores the event of a change, for live streams, mails and hooks. */
export async function recordEvent(
  run: Run,
  { session, record }: FloorRequest,
  kind: string,
  data: Row,
): Promise<void> {
  await run(
    'event',
    'insert into domain_events (kind, project_id, component_id, data, actor_id, actor_name) values ($1, $2, $3, $4, $5, $6)',
    [
      kind,
      record['project_id'],
      record['component_id'],
      JSON.stringify(data),
      session['user_id'],
      session['name'],
    ],
  )
}

/** Queues mails and chat messages. */
export async function enqueueMessages(
  run: Run,
  messages: { kind: 'mail' | 'chat'; payload: Row }[],
): Promise<void> {
  const lines = messages.map((_, index) => `($${index * 2 + 1}, $${index * 2 + 2})`)
  await run(
    `send ${messages.length}`,
    `insert into outbox_messages (kind, payload) values ${lines.join()}`,
    messages.flatMap(({ kind, payload }) => [kind, JSON.stringify(payload)]),
  )
}

/** The changed columns, each with its values before and after. */
export function listChanges(before: Row, after: Row, columns: string[]): Row {
  const differ = columns.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(differ.map((name) => [name, [before[name], after[name]]]))
}

/** A list of numbers in a body. */
export function readNumbers(body: Row, name: string): number[] {
  const value = body[name]
  return Array.isArray(value) ? value.map(Number) : []
}

/** The toast of a write. */
export const toToast = (title: string, message: string) => ({ title, message: [message], variant: 'success' })
