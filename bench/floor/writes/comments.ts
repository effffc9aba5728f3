import { getMember, type Row } from '../database.ts'
import { writeAudit, toToast, recordEvent, type Write, type WritesByName } from '../writes.ts'
import { toReviewEntry, insertSignature, recordReviewEvent, readReview } from './comment-rows.ts'

/** A comment on a requirement, or on a component itself. */
function createCommentWrite(scope: 'rule' | 'component'): Write {
  return {
    scope,
    write: async (request, run) => {
      const { record, body, session } = request
      const input = getMember(body, 'review')
      const rule = scope === 'rule' ? record['id'] : null
      const [created = {}] = await run(
        'insert',
        `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section, triage_status)
         values ($1, $2, $3, $4, $5, 'comment', $6, $7, 'pending') returning *`,
        [
          record['project_id'],
          record['component_id'],
          rule,
          scope === 'rule' ? 'BaseRule' : 'Component',
          session['user_id'],
          input['comment'],
          input['section'],
        ],
      )
      await insertSignature(run, created['id'], record['component_id'], input['comment'])
      await writeAudit(run, request, [toReviewEntry(created, 'create', pickFilled(created))])
      const review = await readReview(run, request, created['id'])
      await recordReviewEvent(run, request, 'created', review)
      return { toast: toToast('Comment added', 'It waits for triage.'), review }
    },
  }
}

/** Stored columns of a new comment that are not empty. */
function pickFilled({ action, comment: text, markers, rule_id, section, triage_status }: Row): Row {
  const all = Object.entries({ action, comment: text, markers, rule_id, section, triage_status })
  return Object.fromEntries(all.filter(([, value]) => value !== null))
}

/** Creation of comments and replies. */
export const COMMENTS: WritesByName = {
  'POST /rules/{ruleId}/reviews': createCommentWrite('rule'),
  'POST /components/{componentId}/reviews': createCommentWrite('component'),
  'POST /reviews/{reviewId}/reactions': {
    scope: 'review',
    write: async (request, run) => {
      const { ids, record, body, session } = request
      const [reaction] = await run(
        'insert',
        'insert into reactions (review_id, user_id, kind) values ($1, $2, $3) returning id',
        [ids[0], session['user_id'], body['kind']],
      )
      const [counts = {}] = await run(
        'counts',
        `select count(*) filter (where kind = 'up')::int as up, count(*) filter (where kind = 'down')::int as down,
         min(kind) filter (where user_id = $2) as mine from reactions where review_id = $1`,
        [ids[0], session['user_id']],
      )
      await writeAudit(run, { ...request, record: {} }, [
        {
          action: 'create',
          type: 'Reaction',
          id: reaction?.['id'],
          changes: { kind: body['kind'] },
          within: ['Review', ids[0]],
        },
      ])
      const { rule_id, lock_version, triage_status, adjudicated_at } = record
      const data = { rule_id, review_id: ids[0], lock_version, triage_status, adjudicated_at }
      await recordEvent(run, request, 'reaction.changed', data)
      return { reactions: counts }
    },
  },
}
