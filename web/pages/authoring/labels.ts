import type { RuleStatus, Severity } from '../../../src/vocabulary.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'

/** How a status is said and drawn (rule E-29). */
export const STATUS_STYLES: Record<RuleStatus, { words: string; hue: Hue; icon: IconName }> = {
  'Not Yet Determined': { words: 'Not yet determined', hue: 'grey', icon: 'dotted' },
  'Applicable - Configurable': { words: 'Configurable', hue: 'blue', icon: 'sliders' },
  'Applicable - Inherently Meets': { words: 'Inherently meets', hue: 'teal', icon: 'shield' },
  'Applicable - Does Not Meet': { words: 'Does not meet', hue: 'vermilion', icon: 'triangle' },
  'Not Applicable': { words: 'Not applicable', hue: 'grey', icon: 'barred' },
  Applicable: { words: 'Applicable', hue: 'blue', icon: 'sliders' },
}

export const SEVERITY_LABELS: Record<Severity, string> = { high: 'CAT I', medium: 'CAT II', low: 'CAT III' }

/** The families of controls of NIST SP 800-53. */
const FAMILIES: Readonly<Record<string, string>> = {
  AC: 'Access control',
  AT: 'Awareness and training',
  AU: 'Audit and accountability',
  CA: 'Assessment and monitoring',
  CM: 'Configuration management',
  CP: 'Contingency planning',
  IA: 'Identification and authentication',
  IR: 'Incident response',
  MA: 'Maintenance',
  MP: 'Media protection',
  PE: 'Physical protection',
  PL: 'Planning',
  PM: 'Program management',
  PS: 'Personnel security',
  PT: 'Personal data',
  RA: 'Risk assessment',
  SA: 'Acquisition',
  SC: 'System and communications protection',
  SI: 'System and information integrity',
  SR: 'Supply chain',
}

/** The family of a control, `AC` of `AC-10 (1)`; null where there is none. */
export function familyOf(control: string): string | null {
  return /^[A-Z]{2}(?=-)/.exec(control)?.[0] ?? null
}

export function familyLabel(family: string | null): string {
  return family === null ? 'No control' : (FAMILIES[family] ?? family)
}

/** How many comments there are in a place, and how many of them are not closed; without replies. */
export interface CommentCounts {
  open: number
  total: number
}

/** How many comments of a place are open, in one wording for all lists. */
export function openLabel({ open, total }: CommentCounts): string {
  return `${open.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} open`
}
