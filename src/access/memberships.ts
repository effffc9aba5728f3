import { z } from 'zod'
import { notFound } from '../errors.ts'
import { pathId } from '../shapes.ts'
import { signedInWriting } from './procedures.ts'
import { admitTo, type Target } from './target.ts'

/**
 * The membership of the path, for admins of its target; concealed like the target (accounts 6.3). The target is
 * locked by the operation, which then reads the membership again.
 */
export const onMembership = signedInWriting
  .meta({ access: { record: 'membership', needs: 'admin' } })
  .input(z.object({ id: pathId }))
  .use(async ({ ctx, input, next }) => {
    const row = await ctx.db
      .selectFrom('memberships')
      .select(['membership_type', 'project_id', 'component_id'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!row) throw notFound()
    const target: Target = { type: row.membership_type, id: row.project_id ?? row.component_id ?? 0 }
    await admitTo(ctx.db, target, ctx.actor, 'admin')
    return next({ ctx: { target } })
  })
