import { likePattern } from '../../../src/database/like-pattern.ts'
import type { SearchedKind } from '../../../src/search/texts.ts'
import type { Severity } from '../../../src/vocabulary.ts'
import { expandedBy, wordsOf } from './abbreviations.ts'
import type { Beforehand } from './prepare-search.ts'

/** One thing to look for: a word and what it stands for, or an exact phrase. */
export interface Term {
  text: string
  lower: string
  /** A text-search query for what begins with it. */
  beginning: string
  /** A LIKE pattern for what contains it. */
  pattern: string
  kind: 'word' | 'phrase' | 'identifier'
  /** What an abbreviation stands for. */
  expansions: string[]
}

/** A search text, understood (rule C-67). */
export interface SearchQuery {
  /** LIKE patterns for what contains the text, and for the expansions of its abbreviations. */
  patterns: string[]
  terms: Term[]
  /** From `CAT I` to `CAT III`. */
  severity: Severity | null
  /** Kinds of which some stored words are missing or old. */
  stale: SearchedKind[]
}

/** A search text, taken apart; what its words stand for is not known yet. */
export interface SearchRequest extends Pick<SearchQuery, 'terms' | 'severity'> {
  text: string
  /** All words that may be abbreviations, in lower case. */
  words: string[]
}

const CATEGORIES: Record<string, Severity> = { i: 'high', ii: 'medium', iii: 'low' }
const IDENTIFIER = /^(?:[A-Z]{1,4}-?\d[\d.]*|\d+:\d[\d.]*|SRG-[\w-]+|SV-[\w-]+|V-\d+)$/i
const EXTENSION = /^(.+)\.(conf|cfg|txt|xml|json|ya?ml|sh|ps1|log|ini|md)$/i

/** Takes a search text apart: quoted phrases stay whole, words split at their borders, identifiers do not. */
export function takenApart(text: string): SearchRequest {
  let rest = text.trim()
  let severity: Severity | null = null
  rest = rest.replace(/\bCAT\s+(I{1,3})\b/gi, (_, category: string) => {
    severity = CATEGORIES[category.toLowerCase()] ?? null
    return ' '
  })
  const terms: Term[] = []
  // An apostrophe inside a word begins no phrase.
  rest = rest.replace(
    /"([^"]+)"|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu,
    (_, double?: string, single?: string) => {
      terms.push(termOf((double ?? single ?? '').trim(), 'phrase'))
      return ' '
    },
  )
  for (const word of rest.split(/\s+/).filter(Boolean)) terms.push(...termsOf(word))
  // Words are split at their borders, so both the text and its parts may hold abbreviations.
  const words = wordsOf([text, ...terms.map((term) => term.text)].join(' '))
  return { text: text.trim(), terms: terms.filter(({ text: said }) => said !== ''), severity, words }
}

/** What is asked for, with what the words stand for. */
export function understood(
  { text, terms, severity }: SearchRequest,
  { own, stale }: Beforehand,
): SearchQuery {
  const expand = expandedBy(own)
  return {
    patterns: expand(text).map(likePattern),
    terms: terms.map((term) =>
      term.kind === 'word' ? { ...term, expansions: expand(term.text).slice(1) } : term,
    ),
    severity,
    stale,
  }
}

function termOf(text: string, kind: Term['kind']): Term {
  const beginning = `'${text.replaceAll("'", '')}':*`
  return { text, lower: text.toLowerCase(), beginning, pattern: likePattern(text), kind, expansions: [] }
}

function termsOf(word: string): Term[] {
  if (IDENTIFIER.test(word) && !/^k8s$/i.test(word)) return [termOf(word, 'identifier')]
  const file = EXTENSION.exec(word)
  const parts = file ? [file[1] ?? '', file[2] ?? ''] : [word]
  return parts.flatMap((part) =>
    (/^k8s$/i.test(part) ? [part] : bordered(part)).map((said) => termOf(said, 'word')),
  )
}

/** Split at hyphens, underscores, letter and digit, lower and upper case. */
function bordered(word: string): string[] {
  return word
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
    .replaceAll(/(\p{N})(\p{L})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
