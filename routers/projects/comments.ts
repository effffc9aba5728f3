import type { Queries } from '../../src/database/database.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import {
  toDay,
  createFirstPages,
  readPageWithCounts,
  type PageWithCounts,
} from '../reviews/read/lists/comment-page.ts'
import { ProjectCommentFilter } from '../reviews/read/lists/filter.schema.ts'
import { toProjectRow } from '../reviews/read/lists/list-rows.ts'
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
    const { projectId } = ctx.effectiveAccess
    const { component_id: componentId } = input
    const first = await firstPage(ctx.db, { projectId, componentId }, input, ctx.actor.id, null)
    if (first) return first
    const viewer = { viewerId: ctx.actor.id, today: toDay(ctx.services.clock()) }
    const commentPage = await readPageWithCounts(
      ctx.db,
      ctx.services.totalCache,
      { projectId, componentId },
      input,
      viewer,
    )
    const isForeignComponent =
      commentPage.all === 0 &&
      componentId !== undefined &&
      !(await isComponentOfProject(ctx.db, componentId, projectId))
    const pagination = isForeignComponent ? { ...commentPage.pagination, page: 1 } : commentPage.pagination
    return toCommentList({ ...commentPage, pagination })
  })

const toCommentList = ({ rows, pagination, status_counts }: PageWithCounts) => ({
  rows: rows.map(toProjectRow),
  pagination,
  status_counts,
})

const firstPage = createFirstPages('left out', toCommentList)

async function isComponentOfProject(db: Queries, componentId: number, projectId: number): Promise<boolean> {
  const component = await db
    .selectFrom('components')
    .select('id')
    .where('id', '=', componentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return component !== undefined
}
