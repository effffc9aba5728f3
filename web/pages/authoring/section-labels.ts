import { SECTION_KEYS, type SectionKey } from '../../../src/vocabulary.ts'

/** How a section is called on screen; comments name it by its key. */
export const SECTION_LABELS: Record<SectionKey, string> = {
  title: 'Title',
  vuln_discussion: 'Discussion',
  check_content: 'Check',
  fixtext: 'Fix',
  status: 'Status',
  severity: 'Severity',
  vendor_comments: 'Vendor comments',
  artifact_description: 'Artifact description',
  disa_metadata: 'DISA metadata',
  xccdf_metadata: 'XCCDF metadata',
}

/** The sections in the order in which one reads them. */
export const READING_ORDER = Object.keys(SECTION_LABELS).flatMap(
  (name) => SECTION_KEYS.find((key) => key === name) ?? [],
)

/** The words of a comment's place. */
export function sectionLabel(section: SectionKey | null): string {
  return section === null ? 'the whole' : SECTION_LABELS[section]
}
