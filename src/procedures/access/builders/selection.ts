import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { authorizeSelectionComponent, authorizeReviews } from '../selection.ts'
import { declareAccess } from './factory.ts'

/**
 * Several reviews, selected by ids or by a filter on one component. The operation calls `ctx.authorizeSelection` after
 * validation: it checks the declared role and locks the component.
 */
export function selection(needs: RequiredAccess) {
  return signedInWriting.meta(declareAccess('reviews', needs)).use(({ ctx, next }) => {
    const { db, actor } = ctx
    const authorizeSelection = {
      toReviews: (ids: number[]) => authorizeReviews(db, ids, actor, needs),
      toComponent: (id: number) => authorizeSelectionComponent(db, id, actor, needs),
    }
    return next({ ctx: { authorizeSelection } })
  })
}
