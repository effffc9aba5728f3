import { SECTION_KEYS, type SectionKey } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'

/** How a section is called on screen; comments name it by its key. */
export const SECTION_LABELS: Record<SectionKey, string> = {
  title: t('Title'),
  vuln_discussion: t('Discussion'),
  check_content: t('Check'),
  fixtext: t('Fix'),
  status: t('Status'),
  severity: t('Severity'),
  vendor_comments: t('Vendor comments'),
  artifact_description: t('Artifact description'),
  disa_metadata: t('DISA metadata'),
  xccdf_metadata: t('XCCDF metadata'),
}

/** The sections in the order in which one reads them. */
export const READING_ORDER = Object.keys(SECTION_LABELS).flatMap(
  (name) => SECTION_KEYS.find((key) => key === name) ?? [],
)

/** The words of a comment's place. */
export function sectionLabel(section: SectionKey | null): string {
  return section === null ? t('the whole') : SECTION_LABELS[section]
}
