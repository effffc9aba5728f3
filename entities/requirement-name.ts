/** A requirement number as it is written: six digits (rule C-47). */
export function sixDigits(number: number): string {
  return String(number).padStart(6, '0')
}

/**
 * What a requirement is called everywhere: the prefix of its component and its number (rule C-44). Below in SQL;
 * test/entities/shared-rules.test.ts compares both.
 */
export function displayedName(component: { prefix: string }, rule: { ruleId: string }): string {
  return `${component.prefix}-${rule.ruleId}`
}

/** The rule in SQL, over a component and a requirement of these names in the query around. */
export function displayedNameText(components: string, rules: string): string {
  return `(${components}.prefix || '-' || ${rules}.rule_id)`
}

/** What a comment is on: a requirement, or the fixed label of comments on a component (rule R-5). */
export function commentSubject(prefix: string, number: string | null): string {
  return number === null ? '(component)' : displayedName({ prefix }, { ruleId: number })
}
