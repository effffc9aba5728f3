import type { TriageStatus } from '../../../src/vocabulary.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'

export interface StateLook {
  words: string
  hue: Hue
  icon: IconName
}

/** How a decision about a comment is called on screen, and drawn (rule E-29). */
export const DISPOSITIONS: Record<TriageStatus, StateLook> = {
  pending: { words: 'Pending', hue: 'grey', icon: 'circle' },
  concur: { words: 'Accepted', hue: 'teal', icon: 'check' },
  concur_with_comment: { words: 'Accepted with changes', hue: 'teal', icon: 'checkpen' },
  non_concur: { words: 'Declined', hue: 'vermilion', icon: 'cross' },
  needs_clarification: { words: 'Needs clarification', hue: 'amber', icon: 'question' },
  duplicate: { words: 'Duplicate', hue: 'purple', icon: 'sheets' },
  informational: { words: 'Informational', hue: 'blue', icon: 'info' },
  addressed_by: { words: 'Addressed by', hue: 'indigo', icon: 'into' },
  withdrawn: { words: 'Withdrawn', hue: 'grey', icon: 'back' },
}
