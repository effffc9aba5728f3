/** The identifiers in the satisfactions at the end of a text, and the text before them. */
export interface SatisfactionText {
  satisfies: string[]
  satisfiedBy: string[]
  /** The text before the first of them. */
  rest: string
}

const KEYWORD = /\b(satisfies|satisfied\s+by)\s*:/gi
const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

/**
 * Reads `Satisfies: A, B` and `Satisfied by: C` at the end of a text: identifiers separated by commas, semicolons or
 * blanks, with an optional period. If other text follows, there are none.
 */
export function parseSatisfactionText(text: string): SatisfactionText {
  const none = { satisfies: [], satisfiedBy: [], rest: text }
  const matches = [...text.matchAll(KEYWORD)]
  const [first] = matches
  if (!first) return none
  const lists = matches.map((match, index) => ({
    keyword: (match[1] ?? '').toLowerCase(),
    identifiers: findIdentifiers(text.slice(match.index + match[0].length, matches[index + 1]?.index)),
  }))
  if (!lists.every(({ identifiers }) => isList(identifiers))) return none
  const listNamed = (satisfies: boolean) =>
    lists
      .filter(({ keyword }) => (keyword === 'satisfies') === satisfies)
      .flatMap(({ identifiers }) => identifiers)
  return {
    satisfies: listNamed(true),
    satisfiedBy: listNamed(false),
    rest: text.slice(0, first.index).trimEnd(),
  }
}

/** The parts between separators, without the period at the end of the list. */
function findIdentifiers(list: string): string[] {
  const trimmed = list.trimEnd()
  const unended = trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed
  return unended.split(/[\s,;]+/).filter((item) => item !== '')
}

/** Whether all parts are identifiers, and at least one has a digit. */
function isList(parts: readonly string[]): boolean {
  return parts.every((part) => IDENTIFIER.test(part)) && parts.some((part) => /\d/.test(part))
}
