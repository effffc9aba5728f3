import {
  CHECK_FIELDS,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  RULE_FIELDS,
  listTextFields,
  toColumn,
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

/** Returns every text of a requirement and its loaded parts, by column. */
export function toStoredTexts(rule: Rule): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>()
  const add = (column: string, text: string | null | undefined) => {
    if (text != null) texts.set(column, (texts.get(column) ?? new Set()).add(text))
  }
  for (const name of listTextFields(RULE_FIELDS)) add(toColumn(name), rule[name])
  for (const part of rule.checks) {
    for (const name of listTextFields(CHECK_FIELDS)) add(toColumn(name), part[name])
  }
  for (const part of rule.disaDescriptions) {
    for (const name of listTextFields(DISA_FIELDS)) add(toColumn(name), part[name])
  }
  for (const part of rule.descriptions) {
    for (const name of listTextFields(DESCRIPTION_FIELDS)) add(toColumn(name), part[name])
  }
  for (const { answer } of rule.answers) add('answer', answer)
  return texts
}
