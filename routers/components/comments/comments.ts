import type { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { listReader } from '../../reviews/read/allowed-actions.ts'
import {
  dayOf,
  createFirstPages,
  pageWithReplies,
  type PageWithCounts,
} from '../../reviews/read/lists/comment-page.ts'
import type { CommentRowParts } from '../../reviews/read/lists/comment-rows.ts'
import { ComponentCommentFilter } from '../../reviews/read/lists/filter.schema.ts'
import { type ComponentListReader, componentRow } from '../../reviews/read/lists/list-rows.ts'
import { ComponentCommentList, type ComponentCommentRow } from '../../reviews/read/lists/rows.schema.ts'
import { roomForContent, ruleContents } from '../../reviews/read/lists/rule-content.ts'
import { audienceOf } from '../../reviews/read/review.ts'

const NO_CONTENT = new Map()

export const ofComponent = reading
  .component('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/comments',
      tags: ['Comments and reviews'],
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
    const by = { audience: audienceOf(actor, standing), reader: listReader(ctx) }
    const first = withContent ? null : await firstPage(db, scope, input, actor.id, by)
    if (first) return first
    const found = await pageWithReplies(db, ctx.services.totalCache, scope, input, asking)
    const ruleIds = found.rows.map(({ row }) => row.rule_id)
    const room = withContent ? await roomForContent(db, ruleIds) : []
    const shown = ruleIds.flatMap((id, index) => (room[index] ? (id ?? []) : []))
    const contents = withContent ? await ruleContents(db, [...new Set(shown)]) : null
    return listOf(found, (parts, index) => ({
      ...componentRow(parts, by, room[index] === false ? NO_CONTENT : contents),
      ...(room[index] === false ? { rule_content_left_out: true as const } : {}),
    }))
  })

type CommentListPage = PageWithCounts & { everything: number }

function listOf(
  { rows, pagination, everything, status_counts }: CommentListPage,
  rowOf: (parts: CommentRowParts, index: number) => z.infer<typeof ComponentCommentRow>,
): z.infer<typeof ComponentCommentList> {
  return {
    rows: rows.map(rowOf),
    pagination: { ...pagination, total_comments: everything },
    status_counts,
  }
}

const firstPage = createFirstPages('counted', (found, by: ComponentListReader) =>
  listOf(found, (parts) => componentRow(parts, by, null)),
)
