import type { z } from 'zod'
import type { Actor, Standing } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import { madeOnce } from '../../../src/database/made-once.ts'
import { togetherAsText, type Together } from '../../../src/database/together.ts'
import type { ResponseList } from './review.schema.ts'
import { audienceOf, reviewQuery, viewOf, type Audience } from './review.ts'

interface Asking {
  db: Queries
  actor: Actor
  standing: Standing
}

/** The direct replies to a comment, oldest first. */
export async function repliesTo(
  { db, actor, standing }: Asking,
  reviewId: number,
  limit: number,
  offset: number,
): Promise<z.infer<typeof ResponseList>> {
  const audience = audienceOf(actor, standing)
  const [found] = await replyText(db, audience.viewerId, reviewId, limit, offset)
  return found ? replyList(found.body, audience) : { rows: [] }
}

const replyList = madeOnce(
  ({ replies }: Together<ReturnType<typeof partsOf>>, audience: Audience): z.infer<typeof ResponseList> => ({
    rows: replies.map((row) => viewOf(row, audience)),
  }),
)

function partsOf(db: Queries, viewerId: number, reviewId: number, limit: number, offset: number) {
  const replies = reviewQuery(db, viewerId)
    .where('v.responding_to_review_id', '=', reviewId)
    .orderBy('v.created_at')
    .orderBy('v.id')
    .limit(limit)
    .offset(offset)
  return { replies }
}

const replyText = fixedQuery(
  (db, viewerId, reviewId, limit, offset) => togetherAsText(partsOf(db, viewerId, reviewId, limit, offset)),
  { short: true },
)
