import { formatRequirementName } from '../src/vocabulary.ts'

/** Formats a requirement number with six digits (rule C-47). */
export function toSixDigits(number: number): string {
  return String(number).padStart(6, '0')
}

/**
 * Returns the displayed name of a requirement of a component (rule C-44).
 * `displayedNameTextSql` is the SQL version; test/entities/shared-rules.test.ts compares both.
 */
export function formatDisplayedName(component: { prefix: string }, rule: { ruleId: string }): string {
  return formatRequirementName(component.prefix, rule.ruleId)
}

/** SQL expression for the displayed name; takes the table aliases of component and requirement. */
export function displayedNameTextSql(components: string, rules: string): string {
  return `(${components}.prefix || '-' || ${rules}.rule_id)`
}

/** The subject of a comment: the displayed name, or a fixed label for comments on a component (rule R-5). */
export function formatCommentSubject(prefix: string, number: string | null): string {
  return number === null ? '(component)' : formatRequirementName(prefix, number)
}
