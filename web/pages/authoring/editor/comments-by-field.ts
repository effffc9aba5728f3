import type { Outputs } from '../../../api/client.ts'
import { FIELDS } from '../fields.ts'
import type { CommentCounts } from '../labels.ts'

/** Counts the comments of each section, without replies, by the id of the section's first field. */
export function countCommentsByField({
  reviews,
}: Outputs['rules']['show']): ReadonlyMap<string, CommentCounts> {
  const counts = new Map<string, CommentCounts>()
  for (const { action, section, responding_to_review_id: reply, adjudicated_at: closed } of reviews ?? []) {
    if (action !== 'comment' || section === null || reply !== null) continue
    const id = FIELDS.find((field) => field.section === section)?.id
    if (id === undefined) continue
    const { open, total } = counts.get(id) ?? { open: 0, total: 0 }
    counts.set(id, { open: open + (closed === null ? 1 : 0), total: total + 1 })
  }
  return counts
}
