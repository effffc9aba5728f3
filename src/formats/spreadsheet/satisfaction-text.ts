/** Identifiers that a text says its requirement satisfies, or is satisfied by, and what else it says. */
export interface SatisfactionText {
  satisfies: string[]
  satisfiedBy: string[]
  /** The text before the first of them. */
  rest: string
}

const KEYWORD = /\b(satisfies|satisfied\s+by)\s*:/gi
const LIST = /^[\s,;]*[A-Za-z0-9][A-Za-z0-9_-]*(?:[\s,;]+[A-Za-z0-9][A-Za-z0-9_-]*)*[\s,;]*\.?\s*$/

/**
 * Reads `Satisfies: A, B` and `Satisfied by: C` at the end of a text: identifiers separated by commas, semicolons or
 * blanks, with an optional period. What stands before stays; a text in which something else follows is left alone.
 */
export function satisfactionText(text: string): SatisfactionText {
  const none = { satisfies: [], satisfiedBy: [], rest: text }
  const found = [...text.matchAll(KEYWORD)]
  const [first] = found
  if (!first) return none
  const lists = found.map((match, index) => ({
    keyword: (match[1] ?? '').toLowerCase(),
    list: text.slice(match.index + match[0].length, found[index + 1]?.index),
  }))
  const known = lists.filter(({ list }) => LIST.test(list) && /\d/.test(list))
  if (known.length < lists.length) return none
  const named = (satisfies: boolean) =>
    known
      .filter(({ keyword }) => (keyword === 'satisfies') === satisfies)
      .flatMap(({ list }) => identifiersIn(list))
  return { satisfies: named(true), satisfiedBy: named(false), rest: text.slice(0, first.index).trimEnd() }
}

function identifiersIn(list: string): string[] {
  return list
    .replace(/\.\s*$/, '')
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
}
