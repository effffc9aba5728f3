import type { DiffRun } from '../../src/lib/word-diff.ts'

/** Fewer equal words than this between two changes are no landmark for a reader. */
const MIN_WORDS = 3
/** Above this share of changed characters, a text was rewritten rather than edited. */
const REWRITTEN = 0.6

/**
 * Makes a word difference readable: joins changes with hardly a word between them, and shows a rewritten text as one
 * old and one new block. `equal` and `delete` runs still give the old text, `equal` and `insert` runs the new one.
 */
export function readableRuns(runs: readonly DiffRun[]): { runs: DiffRun[]; isRewritten: boolean } {
  const [before, after] = [textOf(runs, 'delete'), textOf(runs, 'insert')]
  const same = textOf(runs, null).length
  const changed = before.length + after.length - 2 * same
  if (same > 0 && changed > REWRITTEN * (before.length + after.length)) {
    return { runs: blocks(before, after), isRewritten: true }
  }
  return { runs: joined(runs), isRewritten: false }
}

function blocks(before: string, after: string): DiffRun[] {
  const all: DiffRun[] = [
    { op: 'delete', text: before },
    { op: 'insert', text: after },
  ]
  return all.filter(({ text }) => text !== '')
}

/** Runs in which changes that only a word or two part are one deletion and one insertion. */
function joined(runs: readonly DiffRun[]): DiffRun[] {
  const result: DiffRun[] = []
  let [before, after] = ['', '']
  const end = () => {
    result.push(...blocks(before, after))
    ;[before, after] = ['', '']
  }
  for (const [place, { op, text }] of runs.entries()) {
    const isBetween = before + after !== '' && place < runs.length - 1
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

/** A line break parts changes, however few words are around it. */
function isShort(text: string): boolean {
  return !text.includes('\n') && text.split(/\s+/).filter(Boolean).length < MIN_WORDS
}

function textOf(runs: readonly DiffRun[], op: 'delete' | 'insert' | null): string {
  return runs
    .filter((run) => run.op === 'equal' || run.op === op)
    .map(({ text }) => text)
    .join('')
}
