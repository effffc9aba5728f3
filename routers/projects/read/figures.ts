import type { DocumentType } from '../../../src/vocabulary.ts'
import type { ProjectFigures } from './figures.schema.ts'

/** Counts of a component's live requirements. */
export interface Progress {
  by_status: Record<string, number>
  rules_count: number
  locked: number
  under_review: number
}

/** Sums the progress of a project's components. */
export function sumProjectFigures(
  components: (Progress & { document_type: DocumentType })[],
): ProjectFigures {
  const sum = (documentType: DocumentType | null, getCount: (component: Progress) => number) =>
    components.reduce(
      (sum, component) =>
        documentType === null || component.document_type === documentType ? sum + getCount(component) : sum,
      0,
    )
  const count = (documentType: DocumentType, status: string) =>
    sum(documentType, ({ by_status }) => by_status[status] ?? 0)
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
    // Locked requirements are never under review (constraint `rules_locked_or_under_review`).
    nur: total - ur - lck,
    ur,
    lck,
    total,
  }
}
