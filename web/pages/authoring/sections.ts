import type { SectionKey } from '../../../src/vocabulary.ts'
import { FIELDS, textsOf, type Rule } from './fields.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'
import { READING_ORDER, SECTION_LABELS } from './section-labels.ts'

/** A section of a requirement as one reads it. */
export interface ReadSection {
  key: SectionKey
  words: string
  /** Everything that it says; empty when it says nothing. */
  text: string
}

/** What a requirement says, section by section. */
export function sectionsOf(rule: Rule): ReadSection[] {
  const texts = textsOf(rule)
  return READING_ORDER.map((key) => {
    const fields = FIELDS.filter((field) => field.section === key)
    const said = fields.flatMap(({ id, words, choice }) => {
      const text = texts[id] ?? ''
      if (text === '') return []
      const shown = choice ? (text === 'true' ? 'yes' : 'no') : text
      return [fields.length === 1 || id === 'title' ? shown : `${words}: ${shown}`]
    })
    const first =
      key === 'status'
        ? STATUS_STYLES[rule.status].words
        : key === 'severity'
          ? SEVERITY_LABELS[rule.rule_severity]
          : ''
    return { key, words: SECTION_LABELS[key], text: [first, ...said].filter(Boolean).join('\n\n') }
  })
}

/** The text that one edits for a section: its first field. */
export function mainFieldOf(section: SectionKey | null): string {
  return FIELDS.find((field) => field.section === section && section !== null)?.id ?? 'fixtext'
}
