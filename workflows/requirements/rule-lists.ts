import {
  CHECK_FIELDS,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  RULE_FIELDS,
  listTextFields,
} from '../../entities/requirement-fields.ts'
import type { Rule } from '../../entities/rule.ts'
import type { Em } from '../../src/database/database.ts'

/** Nested lists of a requirement. */
export type RuleList = 'checks' | 'disaDescriptions' | 'descriptions' | 'references' | 'answers'

/** Nested lists that a save can change. */
export const SAVED_LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const

/** Loads lists of requirements with one statement each, pipelined where the connection supports it. */
export async function loadLists(em: Em, rules: Rule | Rule[], lists: readonly RuleList[]): Promise<void> {
  await Promise.all(lists.map((list) => em.populate(rules, [list])))
}

/** Returns every text of a requirement and its loaded parts. */
export function toStoredTexts(rule: Rule): ReadonlySet<string | null | undefined> {
  return new Set([
    ...listTextFields(RULE_FIELDS).map((name) => rule[name]),
    ...rule.checks.getItems().flatMap((part) => listTextFields(CHECK_FIELDS).map((name) => part[name])),
    ...rule.disaDescriptions
      .getItems()
      .flatMap((part) => listTextFields(DISA_FIELDS).map((name) => part[name])),
    ...rule.descriptions
      .getItems()
      .flatMap((part) => listTextFields(DESCRIPTION_FIELDS).map((name) => part[name])),
    ...rule.answers.getItems().map(({ answer }) => answer),
  ])
}
