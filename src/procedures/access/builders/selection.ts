import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { authorizeSelectionComponent, authorizeReviews } from '../selection.ts'
import { access } from './factory.ts'

/**
 * Several reviews, named by their ids or by a filter on one component. Which of the two is known after validation:
 * `ctx.admitted` asks for the declared role on what the input selects, and locks its component.
 */
export function selection(needs: RequiredAccess) {
  return signedInWriting.meta(access('reviews', needs)).use(({ ctx, next }) => {
    const { db, actor } = ctx
    const admitted = {
      toReviews: (ids: number[]) => authorizeReviews(db, ids, actor, needs),
      toComponent: (id: number) => authorizeSelectionComponent(db, id, actor, needs),
    }
    return next({ ctx: { admitted } })
  })
}
