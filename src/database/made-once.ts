import { LRUCache } from 'lru-cache'
import { givenAgain, keepAnswer } from '../wire/kept-answer.ts'
import type { JsonText } from './together.ts'

/** Characters of rows that are remembered for one kind of answer. */
const MOST_CHARACTERS = 1_000_000
/** Questions that the same rows may answer, each in its own way. */
const MOST_QUESTIONS = 4
/** What remembering takes beside the rows, in characters: small rows are many. */
const BESIDE = 500

/**
 * Makes answers of rows, and not again while the very same rows come for the same question: reading, shaping, checking
 * and writing them takes up to two fifths of a list's processor time. The database is asked every time, so that nobody
 * is answered what they may no longer see; only what follows from its answer alone is remembered. `make` depends on
 * nothing but what it is given, rows and a few plain values that JSON tells apart; what it makes is unchangeable once
 * it is given again.
 */
export function madeOnce<Found, H, Made extends object>(
  make: (found: Found, how: H) => Made,
): (rows: JsonText<Found>, how: H) => Made {
  return madeOfText((rows, how) => make(JSON.parse(rows), how))
}

/** The same of rows that come as text of another kind. */
export function madeOfText<H, Made extends object>(
  make: (rows: string, how: H) => Made,
): (rows: string, how: H) => Made {
  const kept = new LRUCache<string, Map<string, Made>>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, rows) => rows.length + BESIDE,
  })
  // Marks of rows that came once, as far back as kept ones would reach: what comes back later would be gone by then.
  const seen = new LRUCache<number, true>({ maxSize: MOST_CHARACTERS })
  return (rows, how) => {
    const question = JSON.stringify(how)
    const made = kept.get(rows)
    const known = made?.get(question)
    if (known) return givenAgain(known)
    const answer = make(rows, how)
    // What comes once only would cost more to keep than it could save.
    const mark = markOf(rows)
    if (made && made.size < MOST_QUESTIONS) made.set(question, keepAnswer(answer))
    else if (seen.has(mark)) kept.set(rows, new Map([[question, keepAnswer(answer)]]))
    else seen.set(mark, true, { size: rows.length + BESIDE })
    return answer
  }
}

/** A number that differs for most texts, of a few of their characters. */
function markOf(text: string): number {
  const step = (text.length >> 6) + 1
  let mark = text.length
  for (let at = 0; at < text.length; at += step) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0
  return mark
}
