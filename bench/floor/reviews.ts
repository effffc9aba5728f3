import { Hono } from 'hono'
import { findComponentRole, findSession } from './access.ts'
import { selectRows, toTime, type Row } from './database.ts'

export const VIEW = (condition: string) => `
  select v.*, c.prefix, r.rule_id as rule_number, o.rule_id as original_number, cu.name as commenter_name, cu.email as commenter_email,
    tu.name as triager_name, au.name as adjudicator_name,
    (select count(*) from reviews y where y.responding_to_review_id = v.id)::int as responses_count,
    (select count(*) from reactions x where x.review_id = v.id and x.kind = 'up')::int as up,
    (select count(*) from reactions x where x.review_id = v.id and x.kind = 'down')::int as down,
    (select x.kind from reactions x where x.review_id = v.id and x.user_id = $2) as mine
  from reviews v join components c on c.id = v.component_id
  left join rules r on r.id = v.rule_id left join rules o on o.id = v.original_commentable_id
  left join users cu on cu.id = v.user_id left join users tu on tu.id = v.triage_set_by_id left join users au on au.id = v.adjudicated_by_id
  where ${condition}`

/** The text of a comment after its markers. */
function withMarkers({ comment, markers }: Row): unknown {
  if (!Array.isArray(markers) || markers.length === 0) return comment
  return markers.reduce<string>((text, marker: Row) => {
    const { kind, from: sourceName, reason, labels } = marker
    if (kind === 'move') return `[Moved from ${String(sourceName)}: ${String(reason)}] ${text}`
    return `[Merged with comments on ${Array.isArray(labels) ? labels.join(', ') : ''}]\n\n${text}`
  }, String(comment))
}

export function toReview(row: Row): Row {
  const {
    id,
    action,
    lock_version,
    triage_status,
    triage_set_by_id,
    adjudicated_by_id,
    rule_id,
    component_id,
    section,
  } = row
  const {
    responding_to_review_id,
    duplicate_of_review_id,
    addressed_by_rule_id,
    commentable_type,
    assignee_id,
    due_on,
  } = row
  const number = row['rule_number']
  const original = row['original_number'] ?? null
  return {
    id,
    action,
    comment: withMarkers(row),
    lock_version,
    triage_status,
    triage_set_by_id,
    adjudicated_by_id,
    rule_id,
    component_id,
    section,
    responding_to_review_id,
    duplicate_of_review_id,
    addressed_by_rule_id,
    commentable_type,
    assignee_id,
    due_on,
    created_at: toTime(row['created_at']),
    updated_at: toTime(row['updated_at']),
    triage_set_at: toTime(row['triage_set_at']),
    adjudicated_at: toTime(row['adjudicated_at']),
    withdrawn_at: toTime(row['withdrawn_at']),
    edited_at: toTime(row['edited_at']),
    name: row['commenter_name'],
    author_name: row['commenter_name'],
    commenter_display_name: row['commenter_name'],
    commenter_imported: false,
    triager_display_name: row['triager_name'],
    triager_imported: false,
    adjudicator_display_name: row['adjudicator_name'],
    adjudicator_imported: false,
    author_email: row['commenter_email'],
    commenter_email: row['commenter_email'],
    responses_count: row['responses_count'],
    rule_displayed_name: number === null ? '(component)' : [row['prefix'], number].join('-'),
    original_rule_id: row['original_commentable_id'],
    original_rule_displayed_name: original === null ? null : [row['prefix'], original].join('-'),
    reactions: { up: row['up'], down: row['down'], mine: row['mine'] },
  }
}

/** The replies of a thread. */
export const reviews = new Hono()

reviews.get('/reviews/:id/responses', async (c) => {
  const session = await findSession(c)
  const id = Number(c.req.param('id'))
  const [parent] = await selectRows('review', 'select component_id from reviews where id = $1', [id])
  if (!session || !parent || !(await findComponentRole(session['user_id'], Number(parent['component_id'])))) {
    return c.json({}, 404)
  }
  const replies = await selectRows(
    'responses',
    `${VIEW('v.responding_to_review_id = $1')} order by v.created_at, v.id limit 1000`,
    [id, session['user_id']],
  )
  return c.json({ rows: replies.map(toReview) })
})
