/** The mention at the caret: the position of its `@`, and the text after it. */
export interface Mention {
  start: number
  typed: string
}

/** The maximum distance in characters between `@` and the caret. */
const MAX_MENTION_LENGTH = 80

/** Returns the mention at the caret; none inside an email address, on another line, or before two letters are typed. */
export function findMention(text: string, caret: number): Mention | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > MAX_MENTION_LENGTH) return null
  if (start > 0 && /[\p{L}\p{N}_]/u.test(text.charAt(start - 1))) return null
  const typed = text.slice(start + 1, caret)
  return typed.includes('\n') || toSearchText(typed) === null ? null : { start, typed }
}

/** Returns the search text of a mention: its first two letters, so that further typing sends no request. */
export function toSearchText(typed: string): string | null {
  return /^[\p{L}\p{N}]{2}/u.exec(typed)?.[0].toLowerCase() ?? null
}

/** Filters people by the typed text in name or address; names that begin with it come first. */
export function findMatchingPeople<T extends { name: string; email: string }>(
  people: readonly T[],
  typed: string,
): T[] {
  const term = typed.toLowerCase()
  const startsWithTerm = ({ name }: T) => name.toLowerCase().startsWith(term)
  const matches = people.filter(
    ({ name, email }) =>
      name.trim() !== '' && (name.toLowerCase().includes(term) || email.toLowerCase().startsWith(term)),
  )
  return [...matches.filter(startsWithTerm), ...matches.filter((person) => !startsWithTerm(person))]
}

/** Replaces the typed text of a mention with the full name and a space. */
export function withMention(text: string, { start, typed }: Mention, name: string) {
  const end = start + 1 + typed.length
  const blank = text.charAt(end) === ' ' ? '' : ' '
  const written = `@${name.trim()}${blank}`
  return {
    text: text.slice(0, start) + written + text.slice(end),
    caret: start + written.length + (blank === '' ? 1 : 0),
  }
}
