import type { RuleStatus } from '../../../src/vocabulary.ts'
import { Chip } from '../../kit/chip.tsx'
import { STATUS_LOOKS } from './words.ts'

export function StatusChip({ status }: { status: RuleStatus }) {
  const { words, hue, icon } = STATUS_LOOKS[status]
  return (
    <Chip hue={hue} icon={icon}>
      {words}
    </Chip>
  )
}
