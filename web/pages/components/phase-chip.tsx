import { Chip } from '../../kit/chip.tsx'
import type { Phase } from './phase.ts'

export function PhaseChip({ phase }: { phase: Phase }) {
  return (
    <Chip hue={phase.hue} icon={phase.icon}>
      {phase.label}
    </Chip>
  )
}
