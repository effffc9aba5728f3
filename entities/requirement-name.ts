/** A requirement number as it is written: six digits (rule C-47). */
export function sixDigits(number: number): string {
  return String(number).padStart(6, '0')
}

/** What a requirement is called everywhere: the prefix of its component and its number (rule C-44). */
export function displayedName(component: { prefix: string }, rule: { ruleId: string }): string {
  return `${component.prefix}-${rule.ruleId}`
}
