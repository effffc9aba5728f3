import type { z } from 'zod'
import { toWireTime } from '../../../../src/procedures/schemas/times.ts'
import { type ListReader, listOwnActions } from '../allowed-actions.ts'
import { toPeople, toVisibleId, toVisibleName } from '../people.ts'
import type { Audience } from '../review.ts'
import type { CommentRowParts } from './comment-rows.ts'
import type { ComponentCommentRow, ProjectCommentRow, RuleContent, UserCommentRow } from './rows.schema.ts'

/** Rows of the three comment lists (rule R-6). */

export function toProjectRow({ shared, staff, row }: CommentRowParts): ProjectCommentRow {
  return { ...shared, ...staff, component_id: row.component_id, component_name: row.component_name }
}

/** The caller of a component's list, for names and actions on own comments. */
export interface ComponentListReader {
  audience: Audience
  reader: ListReader
}

/** Builds a row; `contents` is null if the caller did not request requirement content. */
export function toComponentRow(
  { shared, staff, commenter, row }: CommentRowParts,
  { audience, reader }: ComponentListReader,
  contents: Map<number, RuleContent> | null,
): z.infer<typeof ComponentCommentRow> {
  const seesEmail = audience.seesEmails || row.user_id === audience.viewerId
  const content = row.rule_id === null ? null : (contents?.get(row.rule_id) ?? null)
  const people = toPeople(row)
  const name = toVisibleName('commenter', people.commenter, audience)
  return {
    ...shared,
    ...staff,
    author_name: name,
    triager_display_name: toVisibleName('triager', people.triager, audience),
    adjudicator_display_name: toVisibleName('adjudicator', people.adjudicator, audience),
    assignee_id: toVisibleId(row.assignee_id, audience),
    commenter_display_name: name,
    commenter_imported: commenter.imported,
    author_email: seesEmail ? commenter.email : null,
    rule_status: row.rule_status,
    group_rule_displayed_name: shared.parent_rule_displayed_name ?? shared.rule_displayed_name,
    ...(contents ? { rule_content: content } : {}),
    ...listOwnActions(row, reader),
  }
}

/** Builds a row; `replies` maps comments to the time of their newest direct reply. */
export function toUserRow(
  { shared, row }: CommentRowParts,
  replies: Map<number, string>,
): z.infer<typeof UserCommentRow> {
  const activities = [shared.triage_set_at, shared.adjudicated_at, toWireTime(replies.get(row.id) ?? null)]
  const newest = activities
    .filter((time) => time !== null)
    .toSorted()
    .at(-1)
  return {
    ...shared,
    project_id: row.project_id,
    project_name: row.project_name,
    component_id: row.component_id,
    component_name: row.component_name,
    latest_activity_at: newest ?? null,
  }
}
