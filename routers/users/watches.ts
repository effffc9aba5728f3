import { sql } from 'kysely'
import { z } from 'zod'
import { MAX_WATCHES, WATCHED_TYPES } from '../../entities/watch.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isMemberSql } from '../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../src/database/database.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { bodyId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { setWatch } from '../../workflows/accounts/watch.ts'

const tags = ['Notifications']

const watched = {
  watched_type: z.enum(WATCHED_TYPES, { error: `must be one of ${WATCHED_TYPES.join(', ')}` }),
  watched_id: bodyId,
}

const WatchInput = z.object({
  watch: z.object({ ...watched, watching: z.boolean({ error: 'must be true or false' }) }),
})
const WatchAnswer = z.object({ watch: z.object({ ...watched, watching: z.boolean() }) })

const WatchView = z
  .object({
    ...watched,
    project_id: z.int(),
    project_name: z.string(),
    component_id: z.int().nullable(),
    component_name: z.string().nullable(),
    rule_displayed_name: z.string().nullable(),
  })
  .meta({ id: 'Watch' })
type WatchView = z.infer<typeof WatchView>
const WatchList = z.object({ watches: z.array(WatchView) }).meta({ id: 'Watches' })

export const list = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/users/watches', tags, summary: 'What you watch, newest first' },
  })
  .concat(rejectUnknownKeys)
  .output(WatchList)
  .query(async ({ ctx }) => ({ watches: await listWatches(ctx.db, ctx.actor) }))

export const set = writing.signedIn
  .meta({
    openapi: {
      method: 'PUT',
      path: '/users/watches',
      tags,
      summary: 'Watch or stop watching a project, component, requirement or comment',
    },
    limits: ['reaction_write'],
  })
  .input(WatchInput)
  .concat(rejectUnknownKeys)
  .output(WatchAnswer)
  .mutation(async ({ ctx, input: { watch } }) => {
    await setWatch(toUnitOfWork(ctx), { type: watch.watched_type, id: watch.watched_id }, watch.watching)
    return { watch }
  })

/** Lists a user's watches, without deleted records and those that they can no longer see. */
async function listWatches(db: Queries, actor: Actor): Promise<WatchView[]> {
  const columns = { project: sql.ref('p.id'), component: sql.ref('c.id') }
  const member = actor.admin ? sql`true` : isMemberSql({ user: actor.id, ...columns })
  const { rows } = await sql<WatchView>`
    select case when w.project_id is not null then 'Project' when w.component_id is not null then 'Component'
        when w.rule_id is not null then 'Rule' else 'Review' end as watched_type,
      coalesce(w.project_id, w.component_id, w.rule_id, w.review_id) as watched_id,
      p.id as project_id, p.name as project_name, c.id as component_id, c.name as component_name,
      case when r.id is not null then ${displayedNameSql()} end as rule_displayed_name
    from watches w
    left join reviews v on v.id = w.review_id
    left join rules r on r.id = coalesce(w.rule_id, v.rule_id)
    left join components c on c.id = coalesce(w.component_id, r.component_id, v.component_id)
    join projects p on p.id = coalesce(w.project_id, c.project_id)
    where w.user_id = ${actor.id} and r.deleted_at is null and ${member}
    order by w.id desc limit ${MAX_WATCHES}`.execute(db)
  return rows
}
