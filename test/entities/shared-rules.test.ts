import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { concealedSql, isConcealed, renderedText } from '../../entities/review-text.ts'
import { isTopLevel, topLevelSql } from '../../entities/top-level.ts'
import { REVIEW_ACTIONS } from '../../src/vocabulary.ts'
import { aScene } from '../support/comments.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()

/** Every kind of review: comments and replies, some taken back, and the steps of the review cycle. */
async function everyKind() {
  const scene = await aScene(world)
  const { rule, component, viewer } = scene
  for (const on of [rule, component]) {
    const comment = await world.aReview(on, viewer)
    const reply = await world.aReview(on, viewer, { respondingToReviewId: comment.id })
    await world.aReview(on, viewer, { respondingToReviewId: reply.id, withdrawnAt: new Date() })
    await world.aReview(on, viewer, {
      triageStatus: 'withdrawn',
      adjudicatedAt: new Date(),
      adjudicatedById: viewer.id,
    })
    await world.aReview(on, viewer, { triageStatus: null })
  }
  for (const action of REVIEW_ACTIONS.filter((each) => each !== 'comment')) {
    await world.aReview(rule, viewer, { action, triageStatus: null })
  }
  return world.database.queries
    .selectFrom('reviews as v')
    .selectAll('v')
    .select([
      sql<boolean>`${sql.raw(topLevelSql('v'))}`.as('top_level'),
      sql<boolean>`${sql.raw(concealedSql('v'))}`.as('concealed'),
    ])
    .where('v.component_id', '=', component.id)
    .orderBy('v.id')
    .execute()
}

describe('rules that hold in queries and in entities', () => {
  it('agree on what a top-level comment is', async () => {
    const rows = await everyKind()
    for (const row of rows) expect(isTopLevel(row.action, row.responding_to_review_id)).toBe(row.top_level)
    expect(rows.filter((row) => row.top_level)).toHaveLength(6)
  })

  it('agree on whose text nobody reads', async () => {
    const rows = await everyKind()
    for (const row of rows) {
      expect(isConcealed(row.withdrawn_at)).toBe(row.concealed)
      expect(renderedText(row) === '[withdrawn]').toBe(row.concealed)
    }
    expect(rows.filter((row) => row.concealed)).toHaveLength(2)
  })
})
