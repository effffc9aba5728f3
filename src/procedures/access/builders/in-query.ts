import { z } from 'zod'
import {
  authorizeAccess,
  satisfiesNeeds,
  toEffectiveAccess,
  type RequiredAccess,
} from '../../../auth/access/effective-access.ts'
import { notFoundError } from '../../../errors.ts'
import { signedInReading } from '../../base-procedures.ts'
import { lookupId } from '../../schemas/shapes.ts'
import { componentScope, sharedProjectScope, type ComponentScope } from '../scopes.ts'
import { declareAccess } from './factory.ts'

/** Authorizes on the project that the query names as `project_id`. */
export function projectIn(needs: RequiredAccess) {
  return signedInReading
    .meta(declareAccess('project', needs))
    .input(z.object({ project_id: lookupId }))
    .use(async ({ ctx, input, next }) => {
      const row = await sharedProjectScope(ctx.db, input.project_id, ctx.actor)
      return next({ ctx: { effectiveAccess: await authorizeAccess(ctx.db, row, ctx.actor, needs) } })
    })
}

/**
 * Authorizes on two components, `base_id` and `diff_id` of the query, and puts them into `ctx.scopes` in this order.
 * Missing, hidden and unreadable components are all 404.
 */
export function componentPair(needs: RequiredAccess) {
  return signedInReading
    .meta(declareAccess('component', needs))
    .input(z.object({ base_id: lookupId, diff_id: lookupId }))
    .use(async ({ ctx: { db, actor }, input, next }) => {
      const rows = await Promise.all([
        componentScope.shared(db, input.base_id, actor),
        componentScope.shared(db, input.diff_id, actor),
      ])
      const allowed = (row: ComponentScope | undefined): ComponentScope => {
        if (!row || !satisfiesNeeds(toEffectiveAccess(row, actor), needs, row.released)) throw notFoundError()
        return row
      }
      return next({ ctx: { scopes: [allowed(rows[0]), allowed(rows[1])] as const } })
    })
}
