import { Chip } from '../../kit/chip.tsx'

/** Marks a guide that is not accepted yet: a release below 1, or one with the status draft. */
export function DraftChip() {
  return (
    <Chip hue="amber" icon="pen">
      Draft
    </Chip>
  )
}
