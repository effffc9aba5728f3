import type { Command } from '../kit/command-list.tsx'

/** What the typed text is compared with: the label, and other words for it that are not shown. */
export interface SearchableEntry {
  label: string
  keywords?: string
}

/** A command with other words that find it. */
export type PageCommand = Command & SearchableEntry

/**
 * Returns the entries that have every typed word, in any order: those with all words in the label first. A word matches
 * any part of the label, or the start of a keyword.
 */
export function matchEntries<E extends SearchableEntry>(query: string, entries: readonly E[]): E[] {
  const words = splitWords(query)
  const isInLabel = (entry: E) => hasInLabel(query, entry)
  const isMatch = ({ label, keywords = '' }: E) => {
    const starts = splitWords(keywords)
    return words.every(
      (word) => normalize(label).includes(word) || starts.some((start) => start.startsWith(word)),
    )
  }
  const matching = entries.filter(isMatch)
  return [...matching.filter(isInLabel), ...matching.filter((entry) => !isInLabel(entry))]
}

/** Whether the label of an entry has every typed word. */
export function hasInLabel(query: string, { label }: SearchableEntry): boolean {
  return splitWords(query).every((word) => normalize(label).includes(word))
}

function splitWords(text: string): string[] {
  return normalize(text).split(/\s+/).filter(Boolean)
}

/** Ignores case and accents. */
function normalize(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Returns the number of the comment that the text names, such as `#7`, `comment 7` or `comment #7`; otherwise null. */
export function parseCommentNumber(query: string): number | null {
  const [, digits] = /^(?:#|(?:comments?|kommentare?) #?)(\d{1,9})$/.exec(query.trim().toLowerCase()) ?? []
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}
