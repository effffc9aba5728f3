import { Hono } from 'hono'
import { askedBy, type Asked, type Place } from './asked.ts'
import { pool, rows, type Row } from './database.ts'
import { pathOf } from './reads.ts'

/** Sends a prepared statement within the transaction of a request. */
export type Run = (name: string, text: string, values: unknown[]) => Promise<Row[]>

/** Writes by the name of their line in the table: whose word they take, and what they do and answer. */
export type Writes = Record<string, { of: Place; write: (asked: Asked, run: Run) => Promise<unknown> }>

/** Serves writes by hand, each in a transaction of its own that has locked what its path names. */
export function written(writes: Writes): Hono {
  const app = new Hono()
  for (const [name, { of, write }] of Object.entries(writes))
    app.on(name.split(' ')[0] ?? '', pathOf(name), async (c) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const asked = await askedBy(c, of, { client, locks: true })
        if (!asked) return c.json({}, 404)
        const answer = await write(asked, (as, text, values) => rows(`${name} ${as}`, text, values, client))
        await client.query('commit')
        return c.json(answer)
      } finally {
        // Of a transaction that is at its end it undoes nothing.
        await client.query('rollback')
        client.release()
      }
    })
  return app
}

/** The entry of the audit trail that every change leaves. */
export async function audited(
  run: Run,
  { session, place }: Asked,
  entries: { action: string; type: string; id: unknown; changes: Row }[],
): Promise<void> {
  const values = entries.flatMap(({ action, type, id, changes }) => [
    action,
    type,
    id,
    JSON.stringify(changes),
  ])
  const lines = entries.map(
    (_, at) => `($${at * 4 + 5}, $${at * 4 + 6}, $${at * 4 + 7}, $1, $2, $3, $4, $${at * 4 + 8})`,
  )
  await run(
    `audit ${entries.length}`,
    `insert into audit_entries (action, auditable_type, auditable_id, component_id, project_id, actor_id, actor_name, changes) values ${lines.join()}`,
    [place['component_id'], place['project_id'], session['user_id'], session['name'], ...values],
  )
}

/** The event by which boards, mails and hooks learn of a change. */
export async function told(run: Run, { session, place }: Asked, kind: string, data: Row): Promise<void> {
  await run(
    'event',
    'insert into domain_events (kind, project_id, component_id, data, actor_id) values ($1, $2, $3, $4, $5)',
    [kind, place['project_id'], place['component_id'], JSON.stringify(data), session['user_id']],
  )
}
