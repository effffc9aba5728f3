import type { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { toListReader } from '../../reviews/read/allowed-actions.ts'
import {
  toDay,
  createFirstPages,
  readPageWithReplies,
  type PageWithCounts,
} from '../../reviews/read/lists/comment-page.ts'
import type { CommentRowParts } from '../../reviews/read/lists/comment-rows.ts'
import { ComponentCommentFilter } from '../../reviews/read/lists/filter.schema.ts'
import { type ComponentListReader, toComponentRow } from '../../reviews/read/lists/list-rows.ts'
import { ComponentCommentList, type ComponentCommentRow } from '../../reviews/read/lists/rows.schema.ts'
import { fitContent, readRuleContents } from '../../reviews/read/lists/rule-content.ts'
import { hidePeople } from '../../reviews/read/people.ts'
import { toAudience } from '../../reviews/read/review.ts'

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
    const { db, actor, effectiveAccess } = ctx
    const { component_id: componentId } = ctx.scope
    const { commentable_type: commentableType, include_rule_content: withContent } = input
    const viewer = { viewerId: actor.id, today: toDay(ctx.services.clock()) }
    const scope = { componentId, commentableType }
    const reader = { audience: toAudience(actor, effectiveAccess), reader: toListReader(ctx) }
    const filter = hidePeople(input, reader.audience)
    const first = withContent ? null : await firstPage(db, scope, filter, actor.id, reader)
    if (first) return first
    const commentPage = await readPageWithReplies(db, ctx.services.totalCache, scope, filter, viewer)
    const ruleIds = commentPage.rows.map(({ row }) => row.rule_id)
    const fits = withContent ? await fitContent(db, ruleIds) : []
    const shownRuleIds = ruleIds.flatMap((id, index) => (fits[index] ? (id ?? []) : []))
    const contents = withContent ? await readRuleContents(db, [...new Set(shownRuleIds)]) : null
    return toCommentList(commentPage, (parts, index) => ({
      ...toComponentRow(parts, reader, fits[index] === false ? NO_CONTENT : contents),
      ...(fits[index] === false ? { rule_content_left_out: true as const } : {}),
    }))
  })

type CommentListPage = PageWithCounts & { everything: number }

function toCommentList(
  { rows, pagination, everything, status_counts }: CommentListPage,
  toRow: (parts: CommentRowParts, index: number) => z.infer<typeof ComponentCommentRow>,
): z.infer<typeof ComponentCommentList> {
  return {
    rows: rows.map(toRow),
    pagination: { ...pagination, total_comments: everything },
    status_counts,
  }
}

const firstPage = createFirstPages('counted', (commentPage, reader: ComponentListReader) =>
  toCommentList(commentPage, (parts) => toComponentRow(parts, reader, null)),
)
