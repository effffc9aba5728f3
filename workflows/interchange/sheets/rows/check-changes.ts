import type { ChildChange } from '../../../../entities/rule-changes.ts'
import type { Rule } from '../../../../entities/rule.ts'
import { type Check, formatFurtherChecks, readChecksText } from '../../../../src/formats/checks/check-text.ts'
import { joinChecks, toCheck } from '../../../requirements/rule-checks.ts'
import { isSameText } from './same-text.ts'

/** Joins the checks of a requirement; returns only the first one for a cell without further checks. */
export function formatChecks(rule: Rule, cell: string): string | null {
  const [first, ...further] = rule.checks.getItems()
  const check = first?.content ?? null
  const isFirstOnly = readChecksText(cell).further === null
  // A long first check can be truncated before the others.
  if (further.length === 0 || (isFirstOnly && !isSameText(joinChecks(rule), cell))) return check
  return joinChecks(rule)
}

/**
 * Returns the changes of checks for a text. A text without further checks changes the first one; otherwise it
 * replaces all, in order.
 */
export function checkChanges(rule: Rule, text: string | null): ChildChange[] {
  const { check, further } = readChecksText(text ?? '')
  const [first, ...stored] = rule.checks.getItems()
  const isFirstChanged = !isSameText(first?.content ?? null, check)
  const ofFirst: ChildChange[] = isFirstChanged
    ? [{ id: first?.id, values: { content: check.trim() === '' ? null : check } }]
    : []
  if (further === null) return ofFirst
  const changed = further.flatMap((item, index): ChildChange[] => {
    const storedCheck = stored[index]
    if (storedCheck && isSameText(formatFurtherChecks(toCheck(storedCheck)), formatFurtherChecks(item))) {
      return []
    }
    return [{ id: storedCheck?.id, values: toValues(item) }]
  })
  const removed = stored
    .slice(further.length)
    .map(({ id }): ChildChange => ({ id, destroy: true, values: {} }))
  return [...ofFirst, ...changed, ...removed]
}

/** Splits a text into the checks of a new requirement. */
export function listNewChecks(text: string): ChildChange[] {
  const { check, further } = readChecksText(text)
  return [{ values: { content: check } }, ...(further ?? []).map((item) => ({ values: toValues(item) }))]
}

const toValues = ({
  system,
  content_ref_name: contentRefName,
  content_ref_href: contentRefHref,
  content,
}: Check) => ({
  system,
  contentRefName,
  contentRefHref,
  content,
})
