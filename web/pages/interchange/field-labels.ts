const WORDS: Record<string, string> = {
  inspec_control_body: 'InSpec',
  ident: 'CCI',
  fixtext: 'Fix',
  check_content: 'Check',
  vuln_discussion: 'Discussion',
  status_justification: 'Justification',
  rule_severity: 'Severity',
}

/** A field of a requirement as a person reads it. */
export function wordsOf(field: string): string {
  const words = WORDS[field] ?? field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
