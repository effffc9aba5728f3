import type { TriageStatus } from '../../../src/vocabulary.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'

export interface DispositionStyle {
  label: string
  hue: Hue
  icon: IconName
}

/** The label and icon of each decision on a comment (rule E-29). */
export const DISPOSITIONS: Record<TriageStatus, DispositionStyle> = {
  pending: { label: t('Pending'), hue: 'grey', icon: 'circle' },
  concur: { label: t('Accepted'), hue: 'teal', icon: 'check' },
  concur_with_comment: { label: t('Accepted with changes'), hue: 'teal', icon: 'checkpen' },
  non_concur: { label: t('Declined'), hue: 'vermilion', icon: 'cross' },
  needs_clarification: { label: t('Needs clarification'), hue: 'amber', icon: 'question' },
  duplicate: { label: t('Duplicate'), hue: 'purple', icon: 'sheets' },
  informational: { label: t('Informational'), hue: 'blue', icon: 'info' },
  addressed_by: { label: t('Addressed by'), hue: 'indigo', icon: 'into' },
  withdrawn: { label: t('Withdrawn'), hue: 'grey', icon: 'back' },
}
