import { preparedQuery } from '../../src/database/prepared-query.ts'
import { notFoundError } from '../../src/errors.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { pathId } from '../../src/procedures/schemas/shapes.ts'
import { toDay } from '../reviews/read/lists/comment-page.ts'
import { UserCommentFilter } from '../reviews/read/lists/filter.schema.ts'
import { toUserRow } from '../reviews/read/lists/list-rows.ts'
import { readPersonPage } from '../reviews/read/lists/person-page.ts'
import { readNewestReplies } from '../reviews/read/lists/reply-counts.ts'
import { UserCommentList } from '../reviews/read/lists/rows.schema.ts'

const selectAccount = preparedQuery(
  (db, id: number) => db.selectFrom('users').select('id').where('id', '=', id),
  {
    short: true,
  },
)

export const ofUser = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/{id}/comments',
      tags: ['Comments and reviews'],
      summary: 'Comments of a user in projects that you are a member of',
    },
  })
  .input(UserCommentFilter.extend({ id: pathId }))
  .output(UserCommentList)
  .query(async ({ ctx, input: { id, project_id: projectId, ...filter } }) => {
    const { db, actor } = ctx
    if ((await selectAccount(db, id)).length === 0) throw notFoundError()
    const scope = { authorId: id, viewerId: actor.id, projectId, everything: actor.admin }
    const asking = { viewerId: actor.id, today: toDay(ctx.services.clock()) }
    const { rows, pagination } = await readPersonPage(db, ctx.services.totalCache, {
      scope,
      filter,
      viewer: asking,
    })
    const replies = await readNewestReplies(
      db,
      rows.map(({ row }) => row.id),
    )
    return { rows: rows.map((parts) => toUserRow(parts, replies)), pagination }
  })
