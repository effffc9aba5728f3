import type { Rule, RuleCheck } from '../../entities/rule.ts'
import { formatChecks, type Check } from '../../src/formats/checks/check-text.ts'

/** Joins all checks of a requirement to one text. The list must be loaded. */
export function joinChecks(rule: Rule): string | null {
  return formatChecks(rule.checks.getItems().map(toCheck))
}

/** Converts a check to the names that exports use. */
export function toCheck({ system, contentRefName, contentRefHref, content }: RuleCheck): Check {
  return {
    system: system ?? null,
    content_ref_name: contentRefName ?? null,
    content_ref_href: contentRefHref ?? null,
    content: content ?? null,
  }
}
