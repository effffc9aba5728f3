import { likePattern } from '../../../src/database/like-pattern.ts'
import type { SearchedKind } from '../../../src/search/texts.ts'
import type { Severity } from '../../../src/vocabulary.ts'
import { createExpander, splitWords } from './abbreviations.ts'
import type { SearchPrerequisites } from './prepare-search.ts'

/** A search term: a word with its expansions, or an exact phrase. */
export interface Term {
  text: string
  lower: string
  /** A prefix text-search query. */
  beginning: string
  /** A LIKE pattern for substring matches. */
  pattern: string
  kind: 'word' | 'phrase' | 'identifier'
  /** Expansions of an abbreviation. */
  expansions: string[]
}

/** A parsed search text (rule C-67). */
export interface SearchQuery {
  /** LIKE patterns for the text and the expansions of its abbreviations. */
  patterns: string[]
  terms: Term[]
  /** From `CAT I` to `CAT III`. */
  severity: Severity | null
  /** Kinds with missing or outdated index entries. */
  stale: SearchedKind[]
}

/** A parsed search text, before abbreviations are expanded. */
export interface SearchRequest extends Pick<SearchQuery, 'terms' | 'severity'> {
  text: string
  /** All words that can be abbreviations, in lower case. */
  words: string[]
}

const CATEGORIES: Record<string, Severity> = { i: 'high', ii: 'medium', iii: 'low' }
const IDENTIFIER = /^(?:[A-Z]{1,4}-?\d[\d.]*|\d+:\d[\d.]*|SRG-[\w-]+|SV-[\w-]+|V-\d+)$/i
const EXTENSION = /^(.+)\.(conf|cfg|txt|xml|json|ya?ml|sh|ps1|log|ini|md)$/i

/** Parses a search text. Quoted phrases and identifiers are not split; other words are split at their boundaries. */
export function parseSearchText(text: string): SearchRequest {
  let rest = text.trim()
  let severity: Severity | null = null
  rest = rest.replace(/\bCAT\s+(I{1,3})\b/gi, (_, category: string) => {
    severity = CATEGORIES[category.toLowerCase()] ?? null
    return ' '
  })
  const terms: Term[] = []
  // An apostrophe inside a word does not start a phrase.
  rest = rest.replace(
    /"([^"]+)"|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu,
    (_, double?: string, single?: string) => {
      terms.push(toTerm((double ?? single ?? '').trim(), 'phrase'))
      return ' '
    },
  )
  for (const word of rest.split(/\s+/).filter(Boolean)) terms.push(...toTerms(word))
  // Both the text and its split parts can be abbreviations.
  const words = splitWords([text, ...terms.map((term) => term.text)].join(' '))
  return { text: text.trim(), terms: terms.filter(({ text: term }) => term !== ''), severity, words }
}

/** Adds the expansions of abbreviations to a parsed search text. */
export function expandRequest(
  { text, terms, severity }: SearchRequest,
  { abbreviations, stale }: SearchPrerequisites,
): SearchQuery {
  const expand = createExpander(abbreviations)
  return {
    patterns: expand(text).map(likePattern),
    terms: terms.map((term) =>
      term.kind === 'word' ? { ...term, expansions: expand(term.text).slice(1) } : term,
    ),
    severity,
    stale,
  }
}

function toTerm(text: string, kind: Term['kind']): Term {
  const beginning = `'${text.replaceAll("'", '')}':*`
  return { text, lower: text.toLowerCase(), beginning, pattern: likePattern(text), kind, expansions: [] }
}

function toTerms(word: string): Term[] {
  if (IDENTIFIER.test(word) && !/^k8s$/i.test(word)) return [toTerm(word, 'identifier')]
  const file = EXTENSION.exec(word)
  const parts = file ? [file[1] ?? '', file[2] ?? ''] : [word]
  return parts.flatMap((part) =>
    (/^k8s$/i.test(part) ? [part] : splitAtBorders(part)).map((text) => toTerm(text, 'word')),
  )
}

/** Splits at hyphens, underscores, letter/digit and lower/upper case boundaries. */
function splitAtBorders(word: string): string[] {
  return word
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
    .replaceAll(/(\p{N})(\p{L})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
