import type { Row } from '../database.ts'
import { writeAudit, type Run, type WritesByName } from '../writes.ts'
import { toReviewEntry, recordReviewEvent, readReview } from './comment-rows.ts'

/** Locks and returns a comment and all its replies; the comment comes first. */
function lockThread(run: Run, id: unknown): Promise<Row[]> {
  return run(
    'thread',
    `with recursive thread as (select id, 0 as depth from reviews where id = $1
       union all select v.id, t.depth + 1 from reviews v join thread t on v.responding_to_review_id = t.id)
     select v.* from reviews v join thread t on t.id = v.id order by t.depth, v.id for update of v`,
    [id],
  )
}

/** Writes of administrators on comments. */
export const MODERATION: WritesByName = {
  'PATCH /reviews/{reviewId}/move_to_rule': {
    scope: 'review',
    write: async (request, run) => {
      const { ids, body, record } = request
      const all = await lockThread(run, ids[0])
      const destinationId = Number(body['rule_id'])
      const [source = {}] = await run('from', 'select rule_id from rules where id = $1', [record['rule_id']])
      const reason = String(body['audit_comment'])
      const moved = {
        kind: 'move',
        from: `${String(record['prefix'])}-${String(source['rule_id'])}`,
        reason,
      }
      await run(
        'update',
        `update reviews set rule_id = $2, original_commentable_id = coalesce(original_commentable_id, rule_id),
         markers = case when id = $3 then markers || $4::jsonb else markers end,
         updated_at = now(), lock_version = lock_version + 1 where id = any($1)`,
        [all.map((row) => row['id']), destinationId, ids[0], JSON.stringify([moved])],
      )
      await writeAudit(run, request, [
        {
          action: 'review_moved_out',
          type: 'BaseRule',
          id: record['rule_id'],
          within: ['Component', record['component_id']],
          rule: record['rule_id'],
          comment: reason,
          name: `Control ${moved.from}`,
          changes: {
            review_id: ids[0],
            reply_count: all.length - 1,
            source_rule_id: record['rule_id'],
            destination_rule_id: destinationId,
          },
        },
        ...all.map((row) => {
          const marked = row['id'] === ids[0] ? { markers: [row['markers'], [moved]] } : {}
          const changes = { ...marked, rule_id: [row['rule_id'], destinationId] }
          return toReviewEntry({ ...row, rule_id: destinationId }, 'update', changes, `Moved: ${reason}`)
        }),
      ])
      const review = await readReview(run, request, ids[0])
      await recordReviewEvent(run, request, 'moved', review)
      return { review }
    },
  },
  'DELETE /reviews/{reviewId}/admin_destroy': {
    scope: 'review',
    write: async (request, run) => {
      const { ids, body, record } = request
      const all = await lockThread(run, ids[0])
      const reason = String(body['audit_comment'])
      await writeAudit(run, request, [
        {
          action: 'admin_destroy_review',
          type: 'Component',
          id: record['component_id'],
          within: ['Project', record['project_id']],
          rule: record['rule_id'],
          comment: reason,
          changes: {
            review_id: ids[0],
            rule_id: record['rule_id'],
            author_id: record['user_id'],
            reply_count: all.length - 1,
            destroyed_review_snapshots: all,
          },
        },
        ...all.toReversed().map((row) => toReviewEntry(row, 'destroy', row, reason)),
      ])
      await run('delete', 'delete from reviews where id = any($1)', [all.map((row) => row['id'])])
      await recordReviewEvent(run, request, 'destroyed', record)
      return { review: null, destroyed_id: ids[0] }
    },
  },
  'PATCH /components/{componentId}/destroyed_reviews/{destroyedId}/redact': {
    scope: 'component',
    write: async (request, run) => {
      const { ids, body, record } = request
      const [entry = {}] = await run(
        'entry',
        `select id, array(select (s ->> 'id')::int from jsonb_array_elements(changes -> 'destroyed_review_snapshots') s) as ids
         from audit_entries where auditable_type = 'Component' and auditable_id = $1 and action = 'admin_destroy_review'
         and changes @> jsonb_build_object('review_id', $2::int)`,
        ids,
      )
      await run('open', `select set_config('audit.redaction', 'on', true)`, [])
      const redacted = await run(
        'redact',
        `update audit_entries set changes = case when id = $1
           then jsonb_set(changes, '{destroyed_review_snapshots}', (select jsonb_agg(jsonb_set(s, '{comment}', redact_text(s -> 'comment')) order by ordinal)
             from jsonb_array_elements(changes -> 'destroyed_review_snapshots') with ordinality as n(s, ordinal)))
           else jsonb_set(changes, '{comment}', redact_text(changes -> 'comment')) end
         where id = $1 or (auditable_type = 'Review' and auditable_id = any($2) and changes -> 'comment' is not null) returning id`,
        [entry['id'], entry['ids']],
      )
      await run('close', `select set_config('audit.redaction', 'off', true)`, [])
      const changes = { review_id: ids[1], redacted_entries: redacted.length }
      await writeAudit(run, request, [
        {
          action: 'redact_destroyed_review',
          type: 'Component',
          id: ids[0],
          within: ['Project', record['project_id']],
          comment: body['audit_comment'],
          changes,
        },
      ])
      return { destroyed_id: ids[1], redacted_entries: redacted.length }
    },
  },
}
