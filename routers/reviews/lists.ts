import { reading } from '../../src/access.ts'
import type { Reader } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import { pathId } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { commentPage, dayOf, talliedPage } from './comment-page.ts'
import { ComponentCommentFilter, ProjectCommentFilter, UserCommentFilter } from './filter.schema.ts'
import { componentRow, projectRow, userRow } from './list-rows.ts'
import { ComponentCommentList, ProjectCommentList, UserCommentList } from './rows.schema.ts'
import { ruleContents } from './rule-content.ts'
import { countWithReplies, newestReplies } from './replies.read.ts'
import { audienceOf } from './view.ts'

const tags = ['Comments and reviews']

export const lists = router({
  ofProject: reading
    .project('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{projectId}/comments',
        tags,
        summary: 'The comments of a project, newest first',
      },
    })
    .input(ProjectCommentFilter)
    .output(ProjectCommentList)
    .query(async ({ ctx, input }) => {
      const { projectId } = ctx.standing
      const { component_id: componentId } = input
      const asking = { viewerId: ctx.actor.id, today: dayOf(ctx.services.clock()) }
      const found = await talliedPage(ctx.db, ctx.services.totals, { projectId, componentId }, input, asking)
      const elsewhere =
        found.empty && componentId !== undefined && !(await isIn(ctx.db, componentId, projectId))
      return {
        rows: found.rows.map(projectRow),
        pagination: elsewhere ? { ...found.pagination, page: 1 } : found.pagination,
        status_counts: found.status_counts,
      }
    }),

  ofComponent: reading
    .component('show')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{componentId}/comments',
        tags,
        summary: 'The comments of a component, newest first',
      },
    })
    .input(ComponentCommentFilter)
    .output(ComponentCommentList)
    .query(async ({ ctx, input }) => {
      const { db, actor, standing } = ctx
      const { component_id: componentId } = ctx.scope
      const { commentable_type: commentableType, include_rule_content: withContent } = input
      const asking = { viewerId: actor.id, today: dayOf(ctx.services.clock()) }
      const scope = { componentId, commentableType }
      const [found, everything] = await Promise.all([
        talliedPage(db, ctx.services.totals, scope, input, asking),
        countWithReplies(db, scope, input),
      ])
      const ruleIds = found.rows.flatMap(({ row }) => row.rule_id ?? [])
      const contents = withContent ? await ruleContents(db, [...new Set(ruleIds)]) : null
      const audience = audienceOf(actor, standing)
      return {
        rows: found.rows.map((parts) => componentRow(parts, audience, contents)),
        pagination: { ...found.pagination, total_comments: everything },
        status_counts: found.status_counts,
      }
    }),

  ofUser: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/{id}/comments',
        tags,
        summary: 'What a person commented, in projects that the caller is a member of',
      },
    })
    .input(UserCommentFilter.extend({ id: pathId }))
    .output(UserCommentList)
    .query(async ({ ctx, input: { id, project_id: projectId, ...filter } }) => {
      const { db, actor } = ctx
      await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirstOrThrow(notFound)
      const scope = { authorId: id, viewerId: actor.id, projectId, everything: actor.admin }
      const asking = { viewerId: actor.id, today: dayOf(ctx.services.clock()) }
      const { rows, pagination } = await commentPage(db, scope, filter, asking)
      const replies = await newestReplies(
        db,
        rows.map(({ row }) => row.id),
      )
      return { rows: rows.map((parts) => userRow(parts, replies)), pagination }
    }),
})

async function isIn(db: Reader, componentId: number, projectId: number): Promise<boolean> {
  const found = await db
    .selectFrom('components')
    .select('id')
    .where('id', '=', componentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return found !== undefined
}
