import type { Rule } from '../../entities/rule.ts'
import type { Em } from '../../src/database.ts'

/** What a requirement has below it. */
export type RuleList = 'checks' | 'disaDescriptions' | 'descriptions' | 'references' | 'answers'

/** All that a save may change. */
export const SAVED_LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const

/** Loads lists of requirements, each in a statement, which travel together where connections can. */
export async function loadLists(em: Em, rules: Rule | Rule[], lists: readonly RuleList[]): Promise<void> {
  await Promise.all(lists.map((list) => em.populate(rules, [list])))
}
