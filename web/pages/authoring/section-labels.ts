import { SECTION_KEYS, type SectionKey } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'

/** The labels of sections; comments refer to them by key. */
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

/** The sections in reading order. */
export const READING_ORDER = Object.keys(SECTION_LABELS).flatMap(
  (name) => SECTION_KEYS.find((key) => key === name) ?? [],
)

/** Returns the label of a comment's section. */
export function formatSection(section: SectionKey | null): string {
  return section === null ? t('the requirement') : SECTION_LABELS[section]
}
