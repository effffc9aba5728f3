import { t } from '../../languages/t.ts'

interface Column {
  key: string
  label: string
  /** Selected by default. */
  usual: boolean
}

const usual = true
const further = false
const COLUMNS: readonly (Column & { stig?: true; srgWords?: string })[] = [
  { key: 'rule_id', label: t('Rule ID'), usual },
  { key: 'version', label: t('STIG ID'), srgWords: t('SRG ID'), usual },
  { key: 'srg_id', label: t('SRG ID'), usual, stig: true },
  { key: 'vuln_id', label: t('Vuln ID'), usual, stig: true },
  { key: 'rule_severity', label: t('Severity'), usual },
  { key: 'title', label: t('Title'), usual },
  { key: 'vuln_discussion', label: t('Description'), usual },
  { key: 'check_content', label: t('Check'), usual },
  { key: 'fixtext', label: t('Fix'), usual },
  { key: 'ident', label: 'CCI', usual },
  { key: 'nist_control_family', label: t('800-53 controls'), usual },
  { key: 'legacy_ids', label: t('Legacy IDs'), usual },
  { key: 'status', label: t('Status'), usual: further },
  { key: 'rule_weight', label: t('Weight'), usual: further },
  { key: 'mitigations', label: t('Mitigations'), usual: further },
  { key: 'severity_override_guidance', label: t('Severity override'), usual: further },
  { key: 'false_positives', label: t('False positives'), usual: further },
  { key: 'false_negatives', label: t('False negatives'), usual: further },
]

/** The columns that a sheet of a guide may have, in their order. */
export function guideColumns(kind: 'srgs' | 'stigs'): Column[] {
  return COLUMNS.filter(({ stig }) => kind === 'stigs' || !stig).map(
    ({ key, label, srgWords, usual: is }) => ({
      key,
      label: kind === 'srgs' && srgWords !== undefined ? srgWords : label,
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
