/** A run of words that both texts or only one of them contain. */
export interface DiffRun {
  op: 'equal' | 'insert' | 'delete'
  text: string
}

/** Two texts split into words, with their common start and end separated. */
export interface AlignedTexts {
  start: string[]
  left: string[]
  right: string[]
  end: string[]
  /** The cost of the comparison: the number of cells of its table. */
  cells: number
}

const MAX_CELLS = 4_000_000

/** Splits a text into words and white space. */
function splitWords(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? []
}

/**
 * Returns the word diff of two texts: the `equal` and `delete` runs give the old text, the `equal` and `insert` runs the
 * new one. Texts that are too long to compare become one deletion and one insertion.
 */
export function diffWords(before: string, after: string): DiffRun[] {
  return diffAligned(alignTexts(before, after))
}

/** Splits two texts and separates their common start and end, in linear time. */
export function alignTexts(before: string, after: string): AlignedTexts {
  const [a, b] = [splitWords(before), splitWords(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1
  }
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const cells = left.length * right.length
  const compared = cells > MAX_CELLS ? 0 : cells
  return { start: a.slice(0, start), left, right, end: a.slice(a.length - end), cells: compared }
}

/** Returns the word diff of two aligned texts. */
export function diffAligned({ start, left, right, end }: AlignedTexts): DiffRun[] {
  const runs: DiffRun[] = []
  push(runs, 'equal', start)
  if (left.length * right.length > MAX_CELLS) {
    push(runs, 'delete', left)
    push(runs, 'insert', right)
  } else diffMiddle(runs, left, right)
  push(runs, 'equal', end)
  return runs
}

/** Computes the longest common subsequence, filled from the end so that it is read forwards. Compares words by number. */
function diffMiddle(runs: DiffRun[], left: string[], right: string[]): void {
  const numbers = new Map<string, number>()
  const toNumbers = (list: string[]) =>
    Uint32Array.from(list, (word) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      return number
    })
  const [a, b] = [toNumbers(left), toNumbers(right)]
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const readCell = (i: number, j: number): number => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = i * width
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [below, right] = [table[row + width + j] ?? 0, table[row + j + 1] ?? 0]
      if (a[i] === b[j]) table[row + j] = (table[row + width + j + 1] ?? 0) + 1
      else table[row + j] = below > right ? below : right
    }
  }
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(runs, 'equal', left.slice(i, i + 1))
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || readCell(i + 1, j) >= readCell(i, j + 1))) {
      push(runs, 'delete', left.slice(i, i + 1))
      i += 1
    } else {
      push(runs, 'insert', right.slice(j, j + 1))
      j += 1
    }
  }
}

function push(runs: DiffRun[], op: DiffRun['op'], parts: string[]): void {
  if (parts.length === 0) return
  const last = runs.at(-1)
  if (last?.op === op) last.text += parts.join('')
  else runs.push({ op, text: parts.join('') })
}
