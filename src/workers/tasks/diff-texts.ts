import { alignTexts, type DiffRun, diffAligned } from '../../lib/word-diff.ts'

/** Two texts of one field. */
export interface Versions {
  before: string
  after: string
}

/** The budget of all diffs in one response: characters read, table cells compared, runs returned. */
export interface DiffBudget {
  characters: number
  cells: number
  runs: number
}

/** About a second of one thread, and a megabyte of response in addition to the texts. */
const DIFF_BUDGET: DiffBudget = { characters: 4_000_000, cells: 60_000_000, runs: 20_000 }

/** Returns the word diffs in the order of the texts; null for those beyond the budget. */
export function diffTexts({
  texts,
  budget = DIFF_BUDGET,
}: {
  texts: Versions[]
  budget?: DiffBudget
}): (DiffRun[] | null)[] {
  let { characters, cells, runs } = budget
  return texts.map(({ before, after }) => {
    characters -= before.length + after.length
    if (characters < 0) return null
    const pair = alignTexts(before, after)
    if (pair.cells > cells) return null
    cells -= pair.cells
    const diff = diffAligned(pair)
    if (diff.length > runs) return null
    runs -= diff.length
    return diff
  })
}
