/** One run of words that both texts share, or that only one of them has. */
export interface DiffRun {
  op: 'equal' | 'insert' | 'delete'
  text: string
}

const LARGEST = 4_000_000

/** The words of a text with the white space between them, nothing lost. */
function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? []
}

/**
 * The difference of two texts by word: joined, `equal` and `delete` runs give the old text, `equal` and `insert` runs
 * the new one. Texts too long to compare word by word come as one deletion and one insertion.
 */
export function wordDiff(before: string, after: string): DiffRun[] {
  const [a, b] = [words(before), words(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1
  const runs: DiffRun[] = []
  push(runs, 'equal', a.slice(0, start))
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length * right.length > LARGEST) {
    push(runs, 'delete', left)
    push(runs, 'insert', right)
  } else middle(runs, left, right)
  push(runs, 'equal', a.slice(a.length - end))
  return runs
}

/** Longest common subsequence, filled from the ends so that it is read forwards. */
function middle(runs: DiffRun[], a: string[], b: string[]): void {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(runs, 'equal', a.slice(i, i + 1))
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      push(runs, 'delete', a.slice(i, i + 1))
      i += 1
    } else {
      push(runs, 'insert', b.slice(j, j + 1))
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
