import type { RuleStatus } from '../../../src/vocabulary.ts'
import { Chip } from '../../kit/chip.tsx'
import { STATUS_STYLES } from './labels.ts'

/** The status of a requirement as a chip. */
export function StatusChip({ status }: { status: RuleStatus }) {
  const { label, hue, icon } = STATUS_STYLES[status]
  return (
    <Chip hue={hue} icon={icon}>
      {label}
    </Chip>
  )
}
