import { within, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { writeAudit, changesOf, type Write, type Writes } from '../writes.ts'
import {
  DECISION,
  entryOf,
  locked,
  insertReplies,
  replyEntry,
  insertSignature,
  recordEventOf,
  UNDECIDED,
  readReview,
  views,
} from './posted.ts'

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
  /** Why, as the trail has it. */
  note?: (body: Row) => string
  /** Its text is another one, by which it is found. */
  text?: (body: Row) => unknown
}

/** A change of one comment, with its event and audit entry. */
function change({ kind, sets, values, note, text }: Change): Write {
  return {
    of: 'review',
    write: async (request, run) => {
      const [id] = request.ids
      const before = await locked(run, id)
      const [after] = await run(
        'update',
        `update reviews set ${sets}, updated_at = now(), lock_version = lock_version + 1 where id = $1 returning *`,
        [id, ...values(request)],
      )
      if (text) await insertSignature(run, id, before['component_id'], text(request.body))
      const changes = changesOf(before, after ?? {}, AUDITED_COLUMNS)
      if (Object.keys(changes).length > 0) {
        await writeAudit(run, request, [entryOf(before, 'update', changes, note?.(request.body) ?? null)])
      }
      const review = await readReview(run, request, id)
      await recordEventOf(run, request, kind, review)
      return { review }
    },
  }
}

interface Decision extends Pick<Change, 'kind' | 'sets' | 'values'> {
  /** The member of the request that has the reply. */
  text: string
}

/** A decision that can be undone, with its reply; `$2` is the user. */
function decision({ kind, sets, values, text: member }: Decision): Write {
  return {
    of: 'review',
    write: async (request, run) => {
      const [id] = request.ids
      const text = request.body[member]
      const before = await locked(run, id)
      const [after] = await run(
        'update',
        `update reviews v set ${sets}, last_decision = ${DECISION('$2', '$3', 'null')},
         updated_at = now(), lock_version = lock_version + 1 where id = $1 returning *`,
        [id, request.session['user_id'], text !== undefined, ...values(request)],
      )
      const replies = text === undefined ? [] : await insertReplies(run, request, [id], text)
      const changes = changesOf(before, after ?? {}, AUDITED_COLUMNS)
      await writeAudit(run, request, [...replies.map(replyEntry), entryOf(before, 'update', changes)])
      const ids = [id, ...replies.map((row) => row['id'])]
      const [review = {}, response_review = null] = await views(run, request, ids)
      const more = response_review ? { response_review_id: response_review['id'] } : {}
      await recordEventOf(run, request, kind, review, more)
      return { review, response_review }
    },
  }
}

const byWhoAsks = ({ session }: FloorRequest) => [session['user_id']]
const nothing = () => []
const commentOf = (body: Row) => within(body, 'review')['comment']
const WITHDRAWN = "triage_status = 'withdrawn', adjudicated_by_id = $2, adjudicated_at = now()"
const OPEN = 'adjudicated_at = null, adjudicated_by_id = null'
const because = (what: string) => (body: Row) => `${what}: ${String(body['audit_comment'])}`

/** Decisions on one comment. */
export const DECISIONS: Writes = {
  'PUT /reviews/{reviewId}': change({
    kind: 'edited',
    sets: 'comment = $2, edited_at = now()',
    values: ({ body }) => [commentOf(body)],
    text: commentOf,
  }),
  'PATCH /reviews/{reviewId}/section': change({
    kind: 'retagged',
    sets: 'section = $2',
    values: ({ body }) => [body['section']],
    note: because('Section changed'),
  }),
  'PATCH /reviews/{reviewId}/assignment': change({
    kind: 'assigned',
    sets: 'assignee_id = $2, due_on = $3',
    values: ({ body }) => [body['assignee_id'], body['due_on']],
  }),
  'PATCH /reviews/{reviewId}/reopen': change({ kind: 'reopened', sets: OPEN, values: nothing }),
  'PATCH /reviews/{reviewId}/withdraw': change({ kind: 'withdrawn', sets: WITHDRAWN, values: byWhoAsks }),
  'PATCH /reviews/{reviewId}/admin_withdraw': change({
    kind: 'withdrawn',
    sets: WITHDRAWN,
    values: byWhoAsks,
    note: because('Force-withdrawn'),
  }),
  'PATCH /reviews/{reviewId}/admin_restore': change({
    kind: 'restored',
    sets: `triage_status = 'pending', triage_set_by_id = null, triage_set_at = null, ${OPEN}`,
    values: nothing,
    note: because('Restored'),
  }),
  'POST /reviews/{reviewId}/undo': change({
    kind: 'restored',
    sets: UNDECIDED,
    values: nothing,
    note: () => 'Decision undone',
  }),
  'PATCH /reviews/{reviewId}/triage': decision({
    kind: 'triaged',
    sets: 'triage_status = $4, triage_set_by_id = $2, triage_set_at = now()',
    values: ({ body }) => [body['triage_status']],
    text: 'response_comment',
  }),
  'PATCH /reviews/{reviewId}/adjudicate': decision({
    kind: 'adjudicated',
    sets: 'adjudicated_by_id = $2, adjudicated_at = now()',
    values: nothing,
    text: 'resolution_comment',
  }),
}
