import type { z } from 'zod'
import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'
import { combinedQueryAsText, type CombinedRows } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { type ListReader, toListReader, listOwnActions } from './allowed-actions.ts'
import type { ResponseList } from './replies.schema.ts'
import { toAudience, selectReviews, toReviewView, type Audience } from './review.ts'

interface ReplyRequest {
  db: Queries
  actor: Actor
  effectiveAccess: EffectiveAccess
  scope: ComponentScope
}

/** Lists the direct replies to a comment, oldest first. */
export async function listReplies(
  { db, actor, effectiveAccess, scope }: ReplyRequest,
  reviewId: number,
  limit: number,
  offset: number,
): Promise<z.infer<typeof ResponseList>> {
  const audience = toAudience(actor, effectiveAccess)
  const [row] = await replyText(db, audience.viewerId, reviewId, limit, offset)
  return row
    ? replyList(row.body, { audience, reader: toListReader({ actor, effectiveAccess, scope }) })
    : { rows: [] }
}

const replyList = memoizeResponse(
  (
    { replies }: CombinedRows<ReturnType<typeof buildParts>>,
    { audience, reader }: { audience: Audience; reader: ListReader },
  ): z.infer<typeof ResponseList> => ({
    rows: replies.map((row) => ({ ...toReviewView(row, audience), ...listOwnActions(row, reader) })),
  }),
)

function buildParts(db: Queries, viewerId: number, reviewId: number, limit: number, offset: number) {
  const replies = selectReviews(db, viewerId)
    .where('v.responding_to_review_id', '=', reviewId)
    .orderBy('v.created_at')
    .orderBy('v.id')
    .limit(limit)
    .offset(offset)
  return { replies }
}

const replyText = preparedQuery(
  (db, viewerId, reviewId, limit, offset) =>
    combinedQueryAsText(buildParts(db, viewerId, reviewId, limit, offset)),
  { short: true },
)
