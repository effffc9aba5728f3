import { Chip } from '../../../kit/chip.tsx'
import type { Rule } from '../fields.ts'

/** Where the review of a requirement stands. */
export function ReviewChip({ rule }: { rule: Rule }) {
  if (rule.locked)
    return (
      <Chip hue="teal" icon="lock">
        Locked
      </Chip>
    )
  if (rule.review_requestor_id !== null)
    return (
      <Chip hue="amber" icon="eye">
        Requested
      </Chip>
    )
  return rule.changes_requested ? (
    <Chip hue="vermilion" icon="back">
      Changes requested
    </Chip>
  ) : (
    <Chip hue="grey" icon="circle">
      Not requested
    </Chip>
  )
}
