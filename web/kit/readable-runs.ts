import type { DiffRun } from '../../src/lib/word-diff.ts'

/** Fewer equal words than this between two changes are merged into the change. */
const MIN_WORDS = 3
/** Above this share of changed characters, the text counts as rewritten. */
const REWRITTEN = 0.6

/** The text that a column of a two-column diff shows. */
export type DiffSide = 'before' | 'after'

/**
 * Returns the part of a readable diff that one column shows. Call it after `toReadableRuns`: without the other column's
 * text, that would mark unchanged words as changes.
 */
export function selectSide(runs: readonly DiffRun[], side: DiffSide): DiffRun[] {
  const hidden = side === 'before' ? 'insert' : 'delete'
  return runs.filter(({ op, text }) => op !== hidden && text !== '')
}

/**
 * Makes a word diff readable: merges changes that are close together, and shows a rewritten text as one old and one new
 * block. `equal` and `delete` runs still join to the old text, `equal` and `insert` runs to the new one.
 */
export function toReadableRuns(runs: readonly DiffRun[]): { runs: DiffRun[]; isRewritten: boolean } {
  const [before, after] = [joinRuns(runs, 'delete'), joinRuns(runs, 'insert')]
  const same = joinRuns(runs, null).length
  const changed = before.length + after.length - 2 * same
  if (same > 0 && changed > REWRITTEN * (before.length + after.length)) {
    return { runs: toBlocks(before, after), isRewritten: true }
  }
  return { runs: mergeRuns(runs), isRewritten: false }
}

function toBlocks(before: string, after: string): DiffRun[] {
  const all: DiffRun[] = [
    { op: 'delete', text: before },
    { op: 'insert', text: after },
  ]
  return all.filter(({ text }) => text !== '')
}

/** Merges changes that only a word or two separate into one deletion and one insertion. */
function mergeRuns(runs: readonly DiffRun[]): DiffRun[] {
  const result: DiffRun[] = []
  let [before, after] = ['', '']
  const end = () => {
    result.push(...toBlocks(before, after))
    ;[before, after] = ['', '']
  }
  for (const [index, { op, text }] of runs.entries()) {
    const isBetween = before + after !== '' && index < runs.length - 1
    if (op === 'equal' && !(isBetween && isShort(text))) {
      end()
      result.push({ op, text })
      continue
    }
    if (op !== 'insert') before += text
    if (op !== 'delete') after += text
  }
  end()
  return result
}

/** Whether a text between two changes is short enough to merge them; a line break always separates them. */
function isShort(text: string): boolean {
  return !text.includes('\n') && text.split(/\s+/).filter(Boolean).length < MIN_WORDS
}

function joinRuns(runs: readonly DiffRun[], op: 'delete' | 'insert' | null): string {
  return runs
    .filter((run) => run.op === 'equal' || run.op === op)
    .map(({ text }) => text)
    .join('')
}
