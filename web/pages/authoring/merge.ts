import { diffWords } from '../../../src/lib/word-diff.ts'

/** A run of a merged text with its origin; `both` is a clash of two different changes. */
export type Piece =
  | { origin: 'base' | 'theirs' | 'mine' | 'same'; text: string }
  | { origin: 'both'; text: string; theirs: string }

export interface MergedText {
  pieces: readonly Piece[]
  /** The merged text. In a clash it has the user's words; the other user's are shown next to it. */
  text: string
  /** The clashes: both sides changed the same words. */
  clashes: number
  /** The positions where both sides inserted text; the other user's comes first. */
  additions: number
}

type Side = 'theirs' | 'mine'

/** The replacement of a range of the base by one side, as offsets. */
interface Edit {
  start: number
  end: number
  text: string
}

/** A changed range of the base with the edits of both sides. */
interface ChangedRange {
  start: number
  end: number
  theirs: Edit[]
  mine: Edit[]
}

/**
 * Merges two texts with a common base, by word. A change of one side applies, equal changes apply once, insertions at
 * one position follow each other, and other touching edits clash.
 */
export function merge(base: string, theirs: string, mine: string): MergedText {
  const pieces: Piece[] = []
  let [offset, additions] = [0, 0]
  for (const range of toChangedRanges(listEdits(base, theirs), listEdits(base, mine))) {
    if (range.start > offset) pieces.push({ origin: 'base', text: base.slice(offset, range.start) })
    const changed = toPieces(base, range)
    pieces.push(...changed)
    additions += changed.length - 1
    offset = range.end
  }
  if (offset < base.length) pieces.push({ origin: 'base', text: base.slice(offset) })
  return {
    pieces,
    text: pieces.map(({ text }) => text).join(''),
    additions,
    clashes: pieces.filter(({ origin }) => origin === 'both').length,
  }
}

/** Returns the edits from the base to a text. Words with only white space between them in the base are one edit. */
function listEdits(base: string, text: string): Edit[] {
  const edits: Edit[] = []
  let offset = 0
  for (const run of diffWords(base, text)) {
    const end = run.op === 'insert' ? offset : offset + run.text.length
    if (run.op !== 'equal') {
      const last = edits.at(-1)
      const put = run.op === 'insert' ? run.text : ''
      if (last && /^\s*$/.test(base.slice(last.end, offset))) {
        last.text += base.slice(last.end, offset) + put
        last.end = end
      } else edits.push({ start: offset, end, text: put })
    }
    offset = end
  }
  return edits
}

/** Returns the changed ranges of the base. An insertion at the edge of the other side's edit is a separate range. */
function toChangedRanges(theirs: readonly Edit[], mine: readonly Edit[]): ChangedRange[] {
  const ranges: ChangedRange[] = []
  const edits = [
    ...theirs.map((edit) => ({ ...edit, side: 'theirs' as const })),
    ...mine.map((edit) => ({ ...edit, side: 'mine' as const })),
  ]
  for (const { side, ...edit } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    let last = ranges.at(-1)
    if (!last || !isOneStretch(last, edit)) {
      last = { start: edit.start, end: edit.end, theirs: [], mine: [] }
      ranges.push(last)
    }
    last.end = Math.max(last.end, edit.end)
    last[side].push(edit)
  }
  return ranges
}

function isOneStretch(last: { start: number; end: number }, edit: Edit): boolean {
  if (edit.start !== last.end) return edit.start < last.end
  return (last.start === last.end) === (edit.start === edit.end)
}

function toPieces(base: string, range: ChangedRange): Piece[] {
  const before = base.slice(range.start, range.end)
  const theirs = readRange(base, range, 'theirs')
  const mine = readRange(base, range, 'mine')
  if (theirs === mine) return [{ origin: 'same', text: mine }]
  if (theirs === before) return [{ origin: 'mine', text: mine }]
  if (mine === before) return [{ origin: 'theirs', text: theirs }]
  if (before !== '') return [{ origin: 'both', text: mine, theirs }]
  const gap = /\s$/.test(theirs) || /^\s/.test(mine) ? '' : ' '
  return [
    { origin: 'theirs', text: theirs },
    { origin: 'mine', text: gap + mine },
  ]
}

/** Returns one side's text of a range of the base. */
function readRange(base: string, range: ChangedRange, side: Side): string {
  let [text, offset] = ['', range.start]
  for (const edit of range[side]) {
    text += base.slice(offset, edit.start) + edit.text
    offset = edit.end
  }
  return text + base.slice(offset, range.end)
}
