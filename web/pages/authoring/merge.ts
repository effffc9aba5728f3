import { wordDiff } from '../../../src/computing/word-diff.ts'

/** A stretch of a merged text, and where it comes from; `both` is where the two changed the same words differently. */
export type Piece =
  | { from: 'base' | 'theirs' | 'mine' | 'same'; text: string }
  | { from: 'both'; text: string; theirs: string }

export interface Merged {
  pieces: readonly Piece[]
  /** The whole text. Where both changed the same words, mine stand there: theirs are still shown beside. */
  text: string
  /** Places where both changed the same words. */
  clashes: number
}

/** What one side put in the place of a stretch of the base, by its offsets. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Merges two texts that began as the same one, by word: what only one side changed is taken, what both changed alike
 * is taken once, and edits that touch are a clash.
 */
export function merge(base: string, theirs: string, mine: string): Merged {
  const sides = { theirs: editsOf(base, theirs), mine: editsOf(base, mine) }
  const pieces: Piece[] = []
  let at = 0
  for (const place of placesOf([...sides.theirs, ...sides.mine])) {
    if (place.start > at) pieces.push({ from: 'base', text: base.slice(at, place.start) })
    pieces.push(pieceOf(base, place, sides))
    at = place.end
  }
  if (at < base.length) pieces.push({ from: 'base', text: base.slice(at) })
  return {
    pieces,
    text: pieces.map(({ text }) => text).join(''),
    clashes: pieces.filter(({ from }) => from === 'both').length,
  }
}

/** The edits that lead from the base to a text. Words are one edit when only white space of the base lies between. */
function editsOf(base: string, text: string): Edit[] {
  const edits: Edit[] = []
  let at = 0
  for (const run of wordDiff(base, text)) {
    const end = run.op === 'insert' ? at : at + run.text.length
    if (run.op !== 'equal') {
      const last = edits.at(-1)
      const put = run.op === 'insert' ? run.text : ''
      if (last && /^\s*$/.test(base.slice(last.end, at))) {
        last.text += base.slice(last.end, at) + put
        last.end = end
      } else edits.push({ start: at, end, text: put })
    }
    at = end
  }
  return edits
}

/** Stretches of the base that somebody changed; edits that touch are one stretch. */
function placesOf(edits: readonly Edit[]): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  for (const { start, end } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = places.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  return places
}

function pieceOf(
  base: string,
  place: { start: number; end: number },
  sides: { theirs: Edit[]; mine: Edit[] },
): Piece {
  const before = base.slice(place.start, place.end)
  const theirs = within(base, place, sides.theirs)
  const mine = within(base, place, sides.mine)
  if (theirs === mine) return { from: 'same', text: mine }
  if (theirs === before) return { from: 'mine', text: mine }
  if (mine === before) return { from: 'theirs', text: theirs }
  return { from: 'both', text: mine, theirs }
}

/** What a side made of a stretch of the base. */
function within(
  base: string,
  { start, end }: { start: number; end: number },
  edits: readonly Edit[],
): string {
  let [made, at] = ['', start]
  for (const edit of edits) {
    if (edit.start < start || edit.end > end) continue
    made += base.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return made + base.slice(at, end)
}
