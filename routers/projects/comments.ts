import type { Queries } from '../../src/database/database.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import {
  dayOf,
  createFirstPages,
  pageWithCounts,
  type PageWithCounts,
} from '../reviews/read/lists/comment-page.ts'
import { ProjectCommentFilter } from '../reviews/read/lists/filter.schema.ts'
import { projectRow } from '../reviews/read/lists/list-rows.ts'
import { ProjectCommentList } from '../reviews/read/lists/rows.schema.ts'

export const ofProject = reading
  .project('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{projectId}/comments',
      tags: ['Comments and reviews'],
      summary: 'The comments of a project, newest first',
    },
  })
  .input(ProjectCommentFilter)
  .output(ProjectCommentList)
  .query(async ({ ctx, input }) => {
    const { projectId } = ctx.standing
    const { component_id: componentId } = input
    const first = await firstPage(ctx.db, { projectId, componentId }, input, ctx.actor.id, null)
    if (first) return first
    const asking = { viewerId: ctx.actor.id, today: dayOf(ctx.services.clock()) }
    const found = await pageWithCounts(
      ctx.db,
      ctx.services.totalCache,
      { projectId, componentId },
      input,
      asking,
    )
    const elsewhere =
      found.all === 0 && componentId !== undefined && !(await isIn(ctx.db, componentId, projectId))
    const pagination = elsewhere ? { ...found.pagination, page: 1 } : found.pagination
    return listOf({ ...found, pagination })
  })

const listOf = ({ rows, pagination, status_counts }: PageWithCounts) => ({
  rows: rows.map(projectRow),
  pagination,
  status_counts,
})

const firstPage = createFirstPages('left out', listOf)

async function isIn(db: Queries, componentId: number, projectId: number): Promise<boolean> {
  const found = await db
    .selectFrom('components')
    .select('id')
    .where('id', '=', componentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return found !== undefined
}
