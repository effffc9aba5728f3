import { Hono } from 'hono'
import { signedIn } from './access.ts'
import { pool, rows } from './database.ts'
import { VIEW, view } from './reviews.ts'

/** One decision: locks, update, response, audit, event and the two views in a transaction. */
export const triage = new Hono()

triage.patch('/reviews/:id/triage', async (c) => {
  const session = await signedIn(c)
  const id = Number(c.req.param('id'))
  const body: { triage_status: string; response_comment?: string } = await c.req.json()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const run = (name: string, text: string, values: unknown[]) => rows(name, text, values, client)
    const [scope] = await run(
      'triage_scope',
      `select c.id, c.project_id, c.comment_phase, c.closed_reason, pm.role, cm.role as component_role from components c
       left join memberships pm on pm.project_id = c.project_id and pm.user_id = $2
       left join memberships cm on cm.component_id = c.id and cm.user_id = $2
       where c.id = (select component_id from reviews where id = $1) for share of c`,
      [id, session?.['user_id']],
    )
    const [review] = await run('triage_lock', 'select * from reviews where id = $1 for update', [id])
    if (!session || !scope || !review || scope['closed_reason'] === 'finalized') return c.json({}, 422)
    await run(
      'triage_update',
      `update reviews set triage_status = $2, triage_set_by_id = $3, triage_set_at = now(), updated_at = now(), lock_version = lock_version + 1 where id = $1`,
      [id, body.triage_status, session['user_id']],
    )
    const [response] = await run(
      'triage_respond',
      `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section, responding_to_review_id)
       values ($1, $2, $3, $4, $5, 'comment', $6, $7, $8) returning id`,
      [
        review['project_id'],
        review['component_id'],
        review['rule_id'],
        review['commentable_type'],
        session['user_id'],
        body.response_comment,
        review['section'],
        id,
      ],
    )
    await run(
      'triage_audit',
      `insert into audit_entries (action, auditable_type, auditable_id, component_id, project_id, actor_id, actor_name, changes)
       values ('update', 'Review', $1, $2, $3, $4, $5, $6), ('create', 'Review', $7, $2, $3, $4, $5, $8)`,
      [
        id,
        review['component_id'],
        review['project_id'],
        session['user_id'],
        session['name'],
        JSON.stringify({ triage_status: [review['triage_status'], body.triage_status] }),
        response?.['id'],
        JSON.stringify({ comment: body.response_comment }),
      ],
    )
    await run(
      'triage_event',
      `insert into domain_events (kind, project_id, component_id, data, actor_id) values ('comment.triaged', $1, $2, $3, $4)`,
      [review['project_id'], review['component_id'], JSON.stringify({ review_id: id }), session['user_id']],
    )
    const views = await run('triage_views', `${VIEW('v.id = any($1)')} order by v.id`, [
      [id, response?.['id']],
      session['user_id'],
    ])
    await client.query('commit')
    return c.json({ review: view(views[0] ?? {}), response_review: view(views[1] ?? {}) })
  } finally {
    // Of a transaction that is at its end it undoes nothing.
    await client.query('rollback')
    client.release()
  }
})
