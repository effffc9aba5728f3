import type { RuleStatus, Severity } from '../../../src/vocabulary.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'
import { formatNumber, t } from '../../languages/t.ts'

/** The label and icon of each status (rule E-29). */
export const STATUS_STYLES: Record<RuleStatus, { label: string; hue: Hue; icon: IconName }> = {
  'Not Yet Determined': { label: t('Not yet determined'), hue: 'grey', icon: 'dotted' },
  'Applicable - Configurable': { label: t('Configurable'), hue: 'blue', icon: 'sliders' },
  'Applicable - Inherently Meets': { label: t('Inherently meets'), hue: 'teal', icon: 'shield' },
  'Applicable - Does Not Meet': { label: t('Does not meet'), hue: 'vermilion', icon: 'triangle' },
  'Not Applicable': { label: t('Not applicable'), hue: 'grey', icon: 'barred' },
  Applicable: { label: t('Applicable'), hue: 'blue', icon: 'sliders' },
}

export const SEVERITY_LABELS: Record<Severity, string> = {
  high: t('CAT I'),
  medium: t('CAT II'),
  low: t('CAT III'),
}

/** The control families of NIST SP 800-53. */
const FAMILIES: Readonly<Record<string, string>> = {
  AC: t('Access control'),
  AT: t('Awareness and training'),
  AU: t('Audit and accountability'),
  CA: t('Assessment and monitoring'),
  CM: t('Configuration management'),
  CP: t('Contingency planning'),
  IA: t('Identification and authentication'),
  IR: t('Incident response'),
  MA: t('Maintenance'),
  MP: t('Media protection'),
  PE: t('Physical protection'),
  PL: t('Planning'),
  PM: t('Program management'),
  PS: t('Personnel security'),
  PT: t('Personal data'),
  RA: t('Risk assessment'),
  SA: t('Acquisition'),
  SC: t('System and communications protection'),
  SI: t('System and information integrity'),
  SR: t('Supply chain'),
}

/** Returns the family of a control, `AC` for `AC-10 (1)`; null if there is none. */
export function parseControlFamily(control: string): string | null {
  return /^[A-Z]{2}(?=-)/.exec(control)?.[0] ?? null
}

/** Returns the label of a control family; "No control" without one. */
export function formatFamily(family: string | null): string {
  return family === null ? t('No control') : (FAMILIES[family] ?? family)
}

/** The number of comments, and of open ones, without replies. */
export interface CommentCounts {
  open: number
  total: number
}

/** Formats the number of open comments; the same wording for all lists. */
export function openLabel({ open, total }: CommentCounts): string {
  return t('{open} of {total} open', {
    open: formatNumber(open),
    total: formatNumber(total),
  })
}
