import { t } from '../../languages/t.ts'

const WORDS: Record<string, string> = {
  inspec_control_body: 'InSpec',
  ident: 'CCI',
  fixtext: t('Fix'),
  check_content: t('Check'),
  vuln_discussion: t('Discussion'),
  status_justification: t('Justification'),
  rule_severity: t('Severity'),
}

/** A field of a requirement as a person reads it. */
export function wordsOf(field: string): string {
  const words = WORDS[field] ?? field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
