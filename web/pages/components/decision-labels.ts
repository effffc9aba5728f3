import type { TriageStatus } from '../../../src/vocabulary.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'

export interface StateLook {
  words: string
  hue: Hue
  icon: IconName
}

/** The label and icon of each decision on a comment (rule E-29). */
export const DISPOSITIONS: Record<TriageStatus, StateLook> = {
  pending: { words: t('Pending'), hue: 'grey', icon: 'circle' },
  concur: { words: t('Accepted'), hue: 'teal', icon: 'check' },
  concur_with_comment: { words: t('Accepted with changes'), hue: 'teal', icon: 'checkpen' },
  non_concur: { words: t('Declined'), hue: 'vermilion', icon: 'cross' },
  needs_clarification: { words: t('Needs clarification'), hue: 'amber', icon: 'question' },
  duplicate: { words: t('Duplicate'), hue: 'purple', icon: 'sheets' },
  informational: { words: t('Informational'), hue: 'blue', icon: 'info' },
  addressed_by: { words: t('Addressed by'), hue: 'indigo', icon: 'into' },
  withdrawn: { words: t('Withdrawn'), hue: 'grey', icon: 'back' },
}
