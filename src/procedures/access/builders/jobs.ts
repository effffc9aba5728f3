import { z } from 'zod'
import type { Actor } from '../../../audit/actor.ts'
import type { Queries } from '../../../database/database.ts'
import { preparedQuery } from '../../../database/prepared-query.ts'
import { notFoundError } from '../../../errors.ts'
import { signedInReading, signedInWriting } from '../../base-procedures.ts'
import { pathId } from '../../schemas/shapes.ts'

const OWNER_ACCESS = { access: { record: 'job', needs: 'owner or system admin' } }
const JobPath = z.object({ id: pathId })

/** Authorizes on the caller's own job; system administrators see all jobs, others get 404 (rule C-71). */
export function ownJob() {
  return signedInReading
    .meta(OWNER_ACCESS)
    .input(JobPath)
    .use(async ({ ctx, input, next }) => {
      await assertOwn(ctx.db, ctx.actor, input.id)
      return next()
    })
}

/** Locks the caller's job for writing. */
export function ownJobToEnd() {
  return signedInWriting
    .meta(OWNER_ACCESS)
    .input(JobPath)
    .use(async ({ ctx, input, next }) => {
      await assertOwn(ctx.db, ctx.actor, input.id)
      const locked = await ctx.db
        .selectFrom('jobs')
        .select(['id', 'state'])
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst()
      if (!locked) throw notFoundError()
      return next({ ctx: { ownJob: locked } })
    })
}

const selectOwner = preparedQuery(
  (db, id: number) => db.selectFrom('jobs').select('user_id').where('id', '=', id),
  {
    short: true,
  },
)

async function assertOwn(db: Queries, actor: Actor, id: number): Promise<void> {
  const [row] = await selectOwner(db, id)
  if (!row || (row.user_id !== actor.id && !actor.admin)) throw notFoundError()
}
