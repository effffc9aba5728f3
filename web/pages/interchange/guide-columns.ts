import { t } from '../../languages/t.ts'

interface Column {
  key: string
  words: string
  /** Selected by default. */
  usual: boolean
}

const usual = true
const further = false
const COLUMNS: readonly (Column & { stig?: true; srgWords?: string })[] = [
  { key: 'rule_id', words: t('Rule ID'), usual },
  { key: 'version', words: t('STIG ID'), srgWords: t('SRG ID'), usual },
  { key: 'srg_id', words: t('SRG ID'), usual, stig: true },
  { key: 'vuln_id', words: t('Vuln ID'), usual, stig: true },
  { key: 'rule_severity', words: t('Severity'), usual },
  { key: 'title', words: t('Title'), usual },
  { key: 'vuln_discussion', words: t('Description'), usual },
  { key: 'check_content', words: t('Check'), usual },
  { key: 'fixtext', words: t('Fix'), usual },
  { key: 'ident', words: 'CCI', usual },
  { key: 'nist_control_family', words: t('800-53 controls'), usual },
  { key: 'legacy_ids', words: t('Legacy IDs'), usual },
  { key: 'status', words: t('Status'), usual: further },
  { key: 'rule_weight', words: t('Weight'), usual: further },
  { key: 'mitigations', words: t('Mitigations'), usual: further },
  { key: 'severity_override_guidance', words: t('Severity override'), usual: further },
  { key: 'false_positives', words: t('False positives'), usual: further },
  { key: 'false_negatives', words: t('False negatives'), usual: further },
]

/** The columns that a sheet of a guide may have, in their order. */
export function guideColumns(kind: 'srgs' | 'stigs'): Column[] {
  return COLUMNS.filter(({ stig }) => kind === 'stigs' || !stig).map(
    ({ key, words, srgWords, usual: is }) => ({
      key,
      words: kind === 'srgs' && srgWords !== undefined ? srgWords : words,
      usual: is,
    }),
  )
}

/** The address of a guide's export; the columns in the sheet's order, whatever order they were ticked in. */
export function guideAddress(
  kind: 'srgs' | 'stigs',
  id: number,
  type: string,
  columns: readonly string[],
): string {
  const address = `/${kind}/${id}/export/${type}`
  if (type !== 'csv') return address
  const chosen = guideColumns(kind)
    .map(({ key }) => key)
    .filter((key) => columns.includes(key))
  return `${address}?columns=${chosen.join(',')}`
}
