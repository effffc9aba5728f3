import { randomUUID } from 'node:crypto'
import type { Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { writeAudit, readNumbers, type Entry, type Run, type WritesByName } from '../writes.ts'
import {
  DECISION,
  toReviewEntry,
  insertReplies,
  toReplyEntry,
  recordReviewEvent,
  UNDECIDED,
  readReviews,
} from './comment-rows.ts'

/** Locks the component, so that bulk decisions in it run one after the other. */
const DECISIONS_OF = 71402

async function lockComponent(run: Run, { record }: FloorRequest): Promise<void> {
  await run('turn', 'select pg_advisory_xact_lock($1, $2)', [DECISIONS_OF, record['component_id']])
}

/** Locks and returns the comments. */
async function lockSelected(run: Run, request: FloorRequest): Promise<Row[]> {
  await lockComponent(run, request)
  const text = 'select * from reviews where id = any($1) order by id for update'
  return run('lock', text, [readNumbers(request.body, 'review_ids')])
}

const createBatch = (size: number) => ({ id: randomUUID(), size })
const toIds = (rows: Row[]) => rows.map((row) => row['id'])

/** Bulk decisions on comments. */
export const SELECTIONS: WritesByName = {
  'PATCH /reviews/bulk_triage': {
    scope: 'reviews of the body',
    write: async (request, run) => {
      const { body, session } = request
      const before = await lockSelected(run, request)
      const ids = toIds(before)
      const batch = createBatch(ids.length)
      const text = body['response_comment']
      await run(
        'update',
        `update reviews v set triage_status = $2, triage_set_by_id = $3, triage_set_at = now(),
         last_decision = ${DECISION('$3', '$4', '$5')}, updated_at = now(), lock_version = lock_version + 1 where id = any($1)`,
        [ids, body['triage_status'], session['user_id'], text !== undefined, JSON.stringify(batch)],
      )
      const replies = text === undefined ? [] : await insertReplies(run, request, ids, text)
      const entries = before.map((row) =>
        toReviewEntry(
          row,
          'update',
          { triage_status: [row['triage_status'], body['triage_status']] },
          `Bulk triage: ${String(body['triage_status'])}`,
        ),
      )
      await writeAudit(run, request, [...replies.map(toReplyEntry), ...entries])
      const all = await readReviews(run, request, [...ids, ...toIds(replies)])
      const reviews = all.slice(0, ids.length)
      for (const [index, review] of reviews.entries()) {
        const more = replies.length === 0 ? {} : { response_review_id: replies[index]?.['id'] }
        await recordReviewEvent(run, request, 'triaged', review, more)
      }
      return { reviews, response_reviews: all.slice(ids.length), left_out: 0, decision_id: batch.id }
    },
  },
  'PATCH /reviews/bulk_adjudicate': {
    scope: 'reviews of the body',
    write: async (request, run) => {
      const { session } = request
      const before = await lockSelected(run, request)
      const ids = toIds(before)
      const batch = createBatch(ids.length)
      await run(
        'update',
        `update reviews v set adjudicated_by_id = $2, adjudicated_at = now(), last_decision = ${DECISION('$2', 'false', '$3')},
         updated_at = now(), lock_version = lock_version + 1 where id = any($1)`,
        [ids, session['user_id'], JSON.stringify(batch)],
      )
      const entries = before.map((row) => {
        const changes = { adjudicated_by_id: [row['adjudicated_by_id'], session['user_id']] }
        return toReviewEntry(row, 'update', changes, 'Bulk adjudication')
      })
      await writeAudit(run, request, entries)
      const reviews = await readReviews(run, request, ids)
      for (const review of reviews) await recordReviewEvent(run, request, 'adjudicated', review)
      return { reviews, response_reviews: [], left_out: 0, decision_id: batch.id }
    },
  },
  'PATCH /reviews/merge': {
    scope: 'reviews of the body',
    write: async (request, run) => {
      const { body, session, record } = request
      const before = await lockSelected(run, request)
      const survivor = Number(body['survivor_id'])
      const others = before.filter((row) => row['id'] !== survivor)
      const ruleNames = await run(
        'names',
        'select r.rule_id from reviews v left join rules r on r.id = v.rule_id where v.id = any($1) order by v.id',
        [toIds(others)],
      )
      const labels = [
        ...new Set(ruleNames.map((row) => `${String(record['prefix'])}-${String(row['rule_id'])}`)),
      ]
      const markers = [{ kind: 'merge', labels }]
      const batch = createBatch(before.length)
      await run(
        'survivor',
        `update reviews v set markers = markers || $2::jsonb, last_decision = ${DECISION('$3', 'false', '$4')},
         updated_at = now(), lock_version = lock_version + 1 where id = $1`,
        [
          survivor,
          JSON.stringify(markers),
          session['user_id'],
          JSON.stringify({ ...batch, merge: 'survivor' }),
        ],
      )
      await run(
        'others',
        `update reviews v set triage_status = 'duplicate', duplicate_of_review_id = $2, triage_set_by_id = $3, triage_set_at = now(),
         adjudicated_by_id = $3, adjudicated_at = now(), last_decision = ${DECISION('$3', 'false', '$4')},
         updated_at = now(), lock_version = lock_version + 1 where id = any($1)`,
        [toIds(others), survivor, session['user_id'], JSON.stringify({ ...batch, merge: 'other' })],
      )
      await writeAudit(run, request, toMergedEntries(before, survivor, markers, session['user_id']))
      const all = await readReviews(run, request, toIds(before))
      const [survivorRow = {}] = all.filter((row) => row['id'] === survivor)
      await recordReviewEvent(run, request, 'merged', survivorRow)
      return {
        survivor: survivorRow,
        duplicates: all.filter((row) => row['id'] !== survivor),
        decision_id: batch.id,
      }
    },
  },
  'POST /components/{componentId}/undo_decision': {
    scope: 'component',
    write: async (request, run) => {
      await lockComponent(run, request)
      const before = await run(
        'lock',
        `select * from reviews where component_id = $1 and last_decision -> 'batch' ->> 'id' = $2 order by id for update`,
        [request.ids[0], request.body['decision_id']],
      )
      const after = await run(
        'update',
        `update reviews set ${UNDECIDED}, updated_at = now(), lock_version = lock_version + 1 where id = any($1) returning id, triage_status`,
        [toIds(before)],
      )
      const status = new Map(after.map((row) => [row['id'], row['triage_status']]))
      const entries = before.map((row) => {
        const changes = { triage_status: [row['triage_status'], status.get(row['id'])] }
        return toReviewEntry(row, 'update', changes, 'Decision undone')
      })
      await writeAudit(run, request, entries)
      const reviews = await readReviews(run, request, toIds(before))
      for (const review of reviews) await recordReviewEvent(run, request, 'restored', review)
      return { reviews, left_out: 0 }
    },
  },
}

function toMergedEntries(before: Row[], survivor: number, markers: unknown[], userId: unknown): Entry[] {
  return before.map((row) => {
    const { id, triage_status, adjudicated_by_id, duplicate_of_review_id } = row
    if (id === survivor) {
      const note = `Merged with ${before.length - 1} other comments`
      return toReviewEntry(row, 'update', { markers: [row['markers'], markers] }, note)
    }
    const changes = {
      triage_status: [triage_status, 'duplicate'],
      adjudicated_by_id: [adjudicated_by_id, userId],
      duplicate_of_review_id: [duplicate_of_review_id, survivor],
    }
    return toReviewEntry(row, 'update', changes, `Merged into ${survivor}`)
  })
}
