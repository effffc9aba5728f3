/** A match inside a snippet; positions in code points. */
export interface Highlight {
  start: number
  end: number
}

/** A search term for snippets. */
export interface SnippetTerm {
  /** The term and its expansions. */
  texts: string[]
  /** Its stem, if the database returned one. */
  stem?: string | null
}

const AROUND = 40
const WORD_END = /[\p{L}\p{N}]*/uy

export interface Snippet {
  snippet: string | null
  matched_field: 'title' | 'fixtext' | 'vuln_discussion' | 'check' | null
  highlights: Highlight[]
}

const LABELS = { title: 'Title', fixtext: 'Fix', vuln_discussion: 'Discussion', check: 'Check' } as const
type Field = keyof typeof LABELS

/**
 * Returns the words around the first match, and the positions of matches (rule C-68). The matched field is
 * the first with all terms. If they are spread, it is null and the snippet is from the first field with any.
 */
export function buildSnippet(texts: Record<Field, string | null>, terms: SnippetTerm[]): Snippet {
  const fields = Object.keys(LABELS).filter((name): name is Field => name in texts)
  const countHits = (field: Field) => terms.map((each) => findWords((texts[field] ?? '').toLowerCase(), each))
  const matched =
    fields.find((field) => terms.length > 0 && countHits(field).every((words) => words.length > 0)) ?? null
  const shownField =
    matched ?? fields.find((field) => countHits(field).some((words) => words.length > 0)) ?? null
  if (shownField === null) return { snippet: null, matched_field: null, highlights: [] }
  const words = [...new Set(countHits(shownField).flat())]
  const snippet = `${LABELS[shownField]}: ${cutExcerpt(texts[shownField] ?? '', words)}`
  return {
    snippet,
    matched_field: matched,
    highlights: findHighlights(snippet, words, LABELS[shownField].length + 2),
  }
}

/** Returns the parts of a text, in lower case, that match a term; empty if none does. */
function findWords(text: string, { texts, stem }: SnippetTerm): string[] {
  const literal = texts.map((each) => each.toLowerCase()).filter((each) => each !== '' && text.includes(each))
  if (literal.length > 0 || !stem) return literal
  return [...new Set(findWordsBeginning(text, stem))]
}

/** Yields the words of a text that begin with a stem. */
function* findWordsBeginning(text: string, stem: string): Generator<string> {
  for (let index = text.indexOf(stem); index !== -1;) {
    const end = index + stem.length
    if (/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index))) {
      index = text.indexOf(stem, index + 1)
      continue
    }
    WORD_END.lastIndex = end
    const rest = WORD_END.exec(text)?.[0] ?? ''
    yield text.slice(index, end + rest.length)
    index = text.indexOf(stem, end + rest.length)
  }
}

/** Returns the text around the first of these words, which are in lower case; its beginning without one. */
export function cutExcerpt(text: string, words: string[]): string {
  const lower = text.toLowerCase()
  const word = words.find((candidate) => lower.includes(candidate)) ?? ''
  const points = Array.from(text)
  const offset = Array.from(text.slice(0, lower.indexOf(word))).length
  const start = Math.max(0, offset - AROUND)
  const end = Math.min(points.length, offset + Array.from(word).length + AROUND)
  return `${start > 0 ? '…' : ''}${points.slice(start, end).join('')}${end < points.length ? '…' : ''}`
}

function findHighlights(snippet: string, words: string[], start: number): Highlight[] {
  const lower = Array.from(snippet, (point) => point.toLowerCase().slice(0, point.length))
  const highlights: Highlight[] = []
  for (const word of words.map((text) => Array.from(text))) {
    for (let index = start; index + word.length <= lower.length; index += 1) {
      if (word.every((point, offset) => lower[index + offset] === point)) {
        highlights.push({ start: index, end: index + word.length })
      }
    }
  }
  return highlights.toSorted((a, b) => a.start - b.start || b.end - a.end)
}
