import { t } from '../../languages/t.ts'
import type { CatalogRule } from './catalog-rule.ts'

/** A rule that a search found, and the passage where, unless its own line shows the words. */
export interface FoundRule {
  rule: CatalogRule
  passage: { section: string; before: string; match: string; after: string } | null
}

const CONTEXT = 60

/**
 * Searches all texts of a guide's rules. A rule is found if it contains every word of the query, in any text and letter
 * case. Without a query all rules are found.
 */
export function searchRules(rules: readonly CatalogRule[], query: string): FoundRule[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return rules.flatMap((rule) => {
    const line = `${rule.version ?? rule.rule_id} ${rule.title ?? ''}`.toLowerCase()
    const missing = words.filter((word) => !line.includes(word))
    if (missing.length === 0) return [{ rule, passage: null }]
    const texts = sectionsOf(rule)
    const found = missing.map((word) => passageOf(texts, word))
    if (found.includes(null)) return []
    const longest = found.toSorted((a, b) => (b?.match.length ?? 0) - (a?.match.length ?? 0))[0] ?? null
    return [{ rule, passage: passageOf(texts, words.join(' ')) ?? longest }]
  })
}

/** The texts of a rule by the name of their section; empty ones are left out. */
export function sectionsOf(rule: CatalogRule): (readonly [name: string, text: string])[] {
  const sections = [
    [t('Discussion'), rule.disa_rule_descriptions_attributes[0]?.vuln_discussion],
    [t('Check'), rule.checks_attributes.map(({ content }) => content ?? '').join('\n\n')],
    [t('Fix'), rule.fixtext],
    [t('Identifiers'), [rule.rule_id, rule.ident].filter(Boolean).join(', ')],
  ] as const
  return sections.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}

function passageOf(texts: readonly (readonly [string, string])[], word: string): FoundRule['passage'] {
  for (const [section, text] of texts) {
    const at = text.toLowerCase().indexOf(word)
    if (at < 0) continue
    const end = at + word.length
    return {
      section,
      before: `${at > CONTEXT ? '…' : ''}${text.slice(Math.max(0, at - CONTEXT), at)}`,
      match: text.slice(at, end),
      after: `${text.slice(end, end + CONTEXT)}${text.length > end + CONTEXT ? '…' : ''}`,
    }
  }
  return null
}
