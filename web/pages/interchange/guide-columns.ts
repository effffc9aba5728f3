import { t } from '../../languages/t.ts'

interface Column {
  key: string
  label: string
  /** Selected by default. */
  isDefault: boolean
}

const isDefault = true
const further = false
const COLUMNS: readonly (Column & { stig?: true; srgWords?: string })[] = [
  { key: 'rule_id', label: t('Rule ID'), isDefault },
  { key: 'version', label: t('STIG ID'), srgWords: t('SRG ID'), isDefault },
  { key: 'srg_id', label: t('SRG ID'), isDefault, stig: true },
  { key: 'vuln_id', label: t('Vuln ID'), isDefault, stig: true },
  { key: 'rule_severity', label: t('Severity'), isDefault },
  { key: 'title', label: t('Title'), isDefault },
  { key: 'vuln_discussion', label: t('Description'), isDefault },
  { key: 'check_content', label: t('Check'), isDefault },
  { key: 'fixtext', label: t('Fix'), isDefault },
  { key: 'ident', label: 'CCI', isDefault },
  { key: 'nist_control_family', label: t('800-53 controls'), isDefault },
  { key: 'legacy_ids', label: t('Legacy IDs'), isDefault },
  { key: 'status', label: t('Status'), isDefault: further },
  { key: 'rule_weight', label: t('Weight'), isDefault: further },
  { key: 'mitigations', label: t('Mitigations'), isDefault: further },
  { key: 'severity_override_guidance', label: t('Severity override'), isDefault: further },
  { key: 'false_positives', label: t('False positives'), isDefault: further },
  { key: 'false_negatives', label: t('False negatives'), isDefault: further },
]

/** The columns that a sheet of a guide may have, in their order. */
export function listGuideColumns(kind: 'srgs' | 'stigs'): Column[] {
  return COLUMNS.filter(({ stig }) => kind === 'stigs' || !stig).map(
    ({ key, label, srgWords, isDefault: is }) => ({
      key,
      label: kind === 'srgs' && srgWords !== undefined ? srgWords : label,
      isDefault: is,
    }),
  )
}

/** The address of a guide's export; the columns in the sheet's order, whatever order they were ticked in. */
export function toGuideAddress(
  kind: 'srgs' | 'stigs',
  id: number,
  type: string,
  columns: readonly string[],
): string {
  const address = `/${kind}/${id}/export/${type}`
  if (type !== 'csv') return address
  const chosen = listGuideColumns(kind)
    .map(({ key }) => key)
    .filter((key) => columns.includes(key))
  return `${address}?columns=${chosen.join(',')}`
}
