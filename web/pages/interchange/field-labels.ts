import { t } from '../../languages/t.ts'

const FIELD_LABELS: Record<string, string> = {
  inspec_control_body: 'InSpec',
  ident: 'CCI',
  fixtext: t('Fix'),
  check_content: t('Check'),
  vuln_discussion: t('Discussion'),
  status_justification: t('Justification'),
  rule_severity: t('Severity'),
}

/** Returns the label of a requirement's field. */
export function formatField(field: string): string {
  const label = FIELD_LABELS[field] ?? field.replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
