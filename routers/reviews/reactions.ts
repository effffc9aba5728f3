import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { notFoundError } from '../../src/errors.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { toggleReaction } from '../../workflows/comments/react.ts'
import { ReactionInput, ReactionList, ReactionOutput } from './reactions.schema.ts'

const tags = ['Reactions']
export const list = reading
  .review('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews/{reviewId}/reactions',
      tags,
      summary: 'Who reacted to a comment, oldest first',
    },
    limits: ['reaction_read'],
  })
  .output(ReactionList)
  .query(async ({ ctx, input: { reviewId } }) => {
    await assertComment(ctx.db, reviewId)
    const rows = await ctx.db
      .selectFrom('reactions as x')
      .innerJoin('users as u', 'u.id', 'x.user_id')
      .select(['u.name', 'x.kind'])
      .where('x.review_id', '=', reviewId)
      .orderBy('x.created_at')
      .orderBy('x.id')
      .execute()
    const listNames = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => ({ name }))
    return { up: listNames('up'), down: listNames('down') }
  })

/** The review's write lock serializes concurrent posts (rule R-12). */
export const toggle = writing
  .review('viewer')
  .use(({ ctx, next }) => {
    if (!ctx.review.isComment()) throw notFoundError()
    return next()
  })
  .meta({
    openapi: {
      method: 'POST',
      path: '/reviews/{reviewId}/reactions',
      tags,
      summary: 'Set, switch or remove your reaction',
    },
    refusal: 'Could not save reaction',
    limits: ['reaction_write'],
  })
  .input(ReactionInput)
  .output(ReactionOutput)
  .mutation(async ({ ctx, input: { kind } }) => {
    const { up, down, mine } = await toggleReaction(toUnitOfWork(ctx), ctx.review, ctx.scope, kind)
    return { reactions: { up, down, mine } }
  })

/** Throws 404 for workflow actions, which have no reactions (rule R-12). */
async function assertComment(db: Queries, id: number): Promise<void> {
  const { action } = await db
    .selectFrom('reviews')
    .select('action')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFoundError)
  if (action !== 'comment') throw notFoundError()
}
