import { LRUCache } from 'lru-cache'

/** What was found in a place, as rows of numbers, and the revision of the place that it was found at. */
export interface Answer {
  rows: number[][]
  revision: string
}

/** Numbers that a process remembers, of all answers together: some ten megabytes. */
const MOST = 1_000_000

/** What this process found before. A revision stands for one state of a place: while it stays, so does the answer. */
export interface Answers {
  /** What was found for this question at this revision; undefined when it must be looked up. */
  at: (question: string, revision: string) => number[][] | undefined
  keep: (question: string, found: Answer) => void
}

/** Remembers the answers asked for most recently; an answer of no rows weighs as much as its question. */
export function createAnswers(): Answers {
  const kept = new LRUCache<string, Answer>({
    maxSize: MOST,
    sizeCalculation: ({ rows }) => rows.reduce((sum, row) => sum + row.length, 32),
  })
  return {
    at: (question, revision) => {
      const found = kept.get(question)
      return found?.revision === revision ? found.rows : undefined
    },
    keep: (question, { rows, revision }) => {
      kept.set(question, { rows, revision })
    },
  }
}
