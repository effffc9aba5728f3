import { access } from './factory.ts'
import { signedInWriting } from '../procedures.ts'
import { admitToComponent, admitToReviews } from '../selection.ts'
import type { Needs } from '../standing.ts'

/**
 * Several reviews, named by their ids or by a filter on one component. Which of the two is known after validation:
 * `ctx.admitted` asks for the declared role on what the input selects, and locks its component.
 */
export function selection(needs: Needs) {
  return signedInWriting.meta(access('reviews', needs)).use(({ ctx, next }) => {
    const { db, actor } = ctx
    const admitted = {
      toReviews: (ids: number[]) => admitToReviews(db, ids, actor, needs),
      toComponent: (id: number) => admitToComponent(db, id, actor, needs),
    }
    return next({ ctx: { admitted } })
  })
}
