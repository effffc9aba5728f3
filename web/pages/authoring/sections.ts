import type { SectionKey } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'
import { FIELDS, readTexts, type Rule } from './fields.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'
import { READING_ORDER, SECTION_LABELS } from './section-labels.ts'

/** A section of a requirement for reading. */
export interface ReadSection {
  key: SectionKey
  label: string
  /** The full text; may be empty. */
  text: string
}

/** Returns the texts of a requirement by section. */
export function readSections(rule: Rule): ReadSection[] {
  const texts = readTexts(rule)
  return READING_ORDER.map((key) => {
    const fields = FIELDS.filter((field) => field.section === key)
    const passages = fields.flatMap(({ id, label, choice }) => {
      const text = texts[id] ?? ''
      if (text === '') return []
      const displayedText = choice ? (text === 'true' ? t('yes') : t('no')) : text
      return [fields.length === 1 || id === 'title' ? displayedText : `${label}: ${displayedText}`]
    })
    const first =
      key === 'status'
        ? STATUS_STYLES[rule.status].label
        : key === 'severity'
          ? SEVERITY_LABELS[rule.rule_severity]
          : ''
    return { key, label: SECTION_LABELS[key], text: [first, ...passages].filter(Boolean).join('\n\n') }
  })
}

/** Returns the text that is edited for a section: its first field. */
export function findMainField(section: SectionKey | null): string {
  return FIELDS.find((field) => field.section === section && section !== null)?.id ?? 'fixtext'
}
