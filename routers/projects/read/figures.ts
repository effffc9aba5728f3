import type { DocumentType } from '../../../src/vocabulary.ts'
import type { ProjectFigures } from './figures.schema.ts'

/** What is counted of the live requirements of a component. */
export interface Progress {
  by_status: Record<string, number>
  rules_count: number
  locked: number
  under_review: number
}

/** How far the requirements of a project are, of what is counted of its components. */
export function projectFigures(components: (Progress & { document_type: DocumentType })[]): ProjectFigures {
  const sum = (of: DocumentType | null, what: (component: Progress) => number) =>
    components.reduce((all, one) => (of === null || one.document_type === of ? all + what(one) : all), 0)
  const count = (of: DocumentType, status: string) => sum(of, ({ by_status }) => by_status[status] ?? 0)
  const total = sum(null, (component) => component.rules_count)
  const ur = sum(null, (component) => component.under_review)
  const lck = sum(null, (component) => component.locked)
  return {
    stig: {
      ac: count('stig', 'Applicable - Configurable'),
      aim: count('stig', 'Applicable - Inherently Meets'),
      adnm: count('stig', 'Applicable - Does Not Meet'),
      na: count('stig', 'Not Applicable'),
      nyd: count('stig', 'Not Yet Determined'),
      total: sum('stig', (component) => component.rules_count),
    },
    srg: {
      applicable: count('srg', 'Applicable'),
      na: count('srg', 'Not Applicable'),
      nyd: count('srg', 'Not Yet Determined'),
      total: sum('srg', (component) => component.rules_count),
    },
    // What is locked is not under review (constraint `rules_locked_or_under_review`).
    nur: total - ur - lck,
    ur,
    lck,
    total,
  }
}
