import { getMember, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { writeAudit, listChanges, type Write, type WritesByName } from '../writes.ts'
import {
  DECISION,
  toReviewEntry,
  lockReview,
  insertReplies,
  toReplyEntry,
  insertSignature,
  recordReviewEvent,
  UNDECIDED,
  readReview,
  readReviews,
} from './comment-rows.ts'

/** Audited columns of a comment. */
const AUDITED_COLUMNS = [
  'comment',
  'section',
  'triage_status',
  'adjudicated_by_id',
  'duplicate_of_review_id',
  'assignee_id',
  'due_on',
]

interface Change {
  /** The domain event of the write. */
  kind: string
  /** Columns and their values; $1 is the comment. */
  sets: string
  values: (request: FloorRequest) => unknown[]
  /** The audit comment. */
  note?: (body: Row) => string
  /** The new text of the comment, if it changes; it needs a new similarity signature. */
  text?: (body: Row) => unknown
}

/** A change of one comment, with its event and audit entry. */
function createChangeWrite({ kind, sets, values, note, text }: Change): Write {
  return {
    scope: 'review',
    write: async (request, run) => {
      const [id] = request.ids
      const before = await lockReview(run, id)
      const [after] = await run(
        'update',
        `update reviews set ${sets}, updated_at = now(), lock_version = lock_version + 1 where id = $1 returning *`,
        [id, ...values(request)],
      )
      if (text) await insertSignature(run, id, before['component_id'], text(request.body))
      const changes = listChanges(before, after ?? {}, AUDITED_COLUMNS)
      if (Object.keys(changes).length > 0) {
        await writeAudit(run, request, [
          toReviewEntry(before, 'update', changes, note?.(request.body) ?? null),
        ])
      }
      const review = await readReview(run, request, id)
      await recordReviewEvent(run, request, kind, review)
      return { review }
    },
  }
}

interface Decision extends Pick<Change, 'kind' | 'sets' | 'values'> {
  /** The member of the request with the text of the reply. */
  text: string
}

/** A decision that can be undone, with its reply; `$2` is the user. */
function createDecisionWrite({ kind, sets, values, text: member }: Decision): Write {
  return {
    scope: 'review',
    write: async (request, run) => {
      const [id] = request.ids
      const text = request.body[member]
      const before = await lockReview(run, id)
      const [after] = await run(
        'update',
        `update reviews v set ${sets}, last_decision = ${DECISION('$2', '$3', 'null')},
         updated_at = now(), lock_version = lock_version + 1 where id = $1 returning *`,
        [id, request.session['user_id'], text !== undefined, ...values(request)],
      )
      const replies = text === undefined ? [] : await insertReplies(run, request, [id], text)
      const changes = listChanges(before, after ?? {}, AUDITED_COLUMNS)
      await writeAudit(run, request, [...replies.map(toReplyEntry), toReviewEntry(before, 'update', changes)])
      const ids = [id, ...replies.map((row) => row['id'])]
      const [review = {}, response_review = null] = await readReviews(run, request, ids)
      const more = response_review ? { response_review_id: response_review['id'] } : {}
      await recordReviewEvent(run, request, kind, review, more)
      return { review, response_review }
    },
  }
}

const listCallerValues = ({ session }: FloorRequest) => [session['user_id']]
const noValues = () => []
const readComment = (body: Row) => getMember(body, 'review')['comment']
const WITHDRAWN = "triage_status = 'withdrawn', adjudicated_by_id = $2, adjudicated_at = now()"
const OPEN = 'adjudicated_at = null, adjudicated_by_id = null'
const withReason = (prefix: string) => (body: Row) => `${prefix}: ${String(body['audit_comment'])}`

/** Decisions on one comment. */
export const DECISIONS: WritesByName = {
  'PUT /reviews/{reviewId}': createChangeWrite({
    kind: 'edited',
    sets: 'comment = $2, edited_at = now()',
    values: ({ body }) => [readComment(body)],
    text: readComment,
  }),
  'PATCH /reviews/{reviewId}/section': createChangeWrite({
    kind: 'retagged',
    sets: 'section = $2',
    values: ({ body }) => [body['section']],
    note: withReason('Section changed'),
  }),
  'PATCH /reviews/{reviewId}/assignment': createChangeWrite({
    kind: 'assigned',
    sets: 'assignee_id = $2, due_on = $3',
    values: ({ body }) => [body['assignee_id'], body['due_on']],
  }),
  'PATCH /reviews/{reviewId}/reopen': createChangeWrite({ kind: 'reopened', sets: OPEN, values: noValues }),
  'PATCH /reviews/{reviewId}/withdraw': createChangeWrite({
    kind: 'withdrawn',
    sets: WITHDRAWN,
    values: listCallerValues,
  }),
  'PATCH /reviews/{reviewId}/admin_withdraw': createChangeWrite({
    kind: 'withdrawn',
    sets: WITHDRAWN,
    values: listCallerValues,
    note: withReason('Force-withdrawn'),
  }),
  'PATCH /reviews/{reviewId}/admin_restore': createChangeWrite({
    kind: 'restored',
    sets: `triage_status = 'pending', triage_set_by_id = null, triage_set_at = null, ${OPEN}`,
    values: noValues,
    note: withReason('Restored'),
  }),
  'POST /reviews/{reviewId}/undo': createChangeWrite({
    kind: 'restored',
    sets: UNDECIDED,
    values: noValues,
    note: () => 'Decision undone',
  }),
  'PATCH /reviews/{reviewId}/triage': createDecisionWrite({
    kind: 'triaged',
    sets: 'triage_status = $4, triage_set_by_id = $2, triage_set_at = now()',
    values: ({ body }) => [body['triage_status']],
    text: 'response_comment',
  }),
  'PATCH /reviews/{reviewId}/adjudicate': createDecisionWrite({
    kind: 'adjudicated',
    sets: 'adjudicated_by_id = $2, adjudicated_at = now()',
    values: noValues,
    text: 'resolution_comment',
  }),
}
