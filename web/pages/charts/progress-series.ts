import type { Series } from '../../kit/chart/stacked-bars.tsx'
import { t } from '../../languages/t.ts'

/** The requirements of a group by progress: locked, determined and not locked, not yet determined. */
export const PROGRESS_SERIES: readonly Series[] = [
  { label: t('Locked'), hue: 'teal', icon: 'lock' },
  { label: t('Determined'), hue: 'blue', icon: 'check' },
  { label: t('Not yet determined'), hue: 'rest', icon: 'dotted' },
]
