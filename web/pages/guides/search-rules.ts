import { t } from '../../languages/t.ts'
import type { CatalogRule } from './catalog-rule.ts'

/** A rule that a search found, with the matching passage, unless its row shows the match. */
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
  const label = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return rules.flatMap((rule) => {
    const line = `${rule.version ?? rule.rule_id} ${rule.title ?? ''}`.toLowerCase()
    const missing = label.filter((word) => !line.includes(word))
    if (missing.length === 0) return [{ rule, passage: null }]
    const texts = listTexts(rule)
    const matching = missing.map((word) => findPassage(texts, word))
    if (matching.includes(null)) return []
    const longest = matching.toSorted((a, b) => (b?.match.length ?? 0) - (a?.match.length ?? 0))[0] ?? null
    return [{ rule, passage: findPassage(texts, label.join(' ')) ?? longest }]
  })
}

/** Returns the texts of a rule by section name, without empty ones. */
export function listTexts(rule: CatalogRule): (readonly [name: string, text: string])[] {
  const sections = [
    [t('Discussion'), rule.disa_rule_descriptions_attributes[0]?.vuln_discussion],
    [t('Check'), rule.checks_attributes.map(({ content }) => content ?? '').join('\n\n')],
    [t('Fix'), rule.fixtext],
    [t('Identifiers'), [rule.rule_id, rule.ident].filter(Boolean).join(', ')],
  ] as const
  return sections.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}

function findPassage(texts: readonly (readonly [string, string])[], word: string): FoundRule['passage'] {
  for (const [section, text] of texts) {
    const offset = text.toLowerCase().indexOf(word)
    if (offset < 0) continue
    const end = offset + word.length
    return {
      section,
      before: `${offset > CONTEXT ? '…' : ''}${text.slice(Math.max(0, offset - CONTEXT), offset)}`,
      match: text.slice(offset, end),
      after: `${text.slice(end, end + CONTEXT)}${text.length > end + CONTEXT ? '…' : ''}`,
    }
  }
  return null
}
