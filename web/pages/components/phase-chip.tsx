import { Chip } from '../../kit/chip.tsx'
import type { Phase } from './phase.ts'

/** The phase of a component as a chip. */
export function PhaseChip({ phase }: { phase: Phase }) {
  return (
    <Chip hue={phase.hue} icon={phase.icon}>
      {phase.label}
    </Chip>
  )
}
