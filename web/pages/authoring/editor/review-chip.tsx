import { Chip } from '../../../kit/chip.tsx'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'

/** The review state of a requirement. */
export function ReviewChip({ rule }: { rule: Rule }) {
  if (rule.locked) {
    return (
      <Chip hue="teal" icon="lock">
        {t('Locked')}
      </Chip>
    )
  }
  if (rule.review_requestor_id !== null) {
    return (
      <Chip hue="amber" icon="eye">
        {t('Requested')}
      </Chip>
    )
  }
  return rule.changes_requested ? (
    <Chip hue="vermilion" icon="back">
      {t('Changes requested')}
    </Chip>
  ) : (
    <Chip hue="grey" icon="circle">
      {t('Not requested')}
    </Chip>
  )
}
