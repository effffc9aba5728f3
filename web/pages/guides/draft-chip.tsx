import { Chip } from '../../kit/chip.tsx'
import { t } from '../../languages/t.ts'

/** Marks a guide that is not accepted yet: a release below 1, or one with the status draft. */
export function DraftChip() {
  return (
    <Chip hue="amber" icon="pen">
      {t('Draft')}
    </Chip>
  )
}
