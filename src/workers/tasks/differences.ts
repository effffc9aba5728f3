import { aligned, type DiffRun, runsOf } from '../../lib/word-diff.ts'

/** Two texts of one field. */
export interface Versions {
  before: string
  after: string
}

/** What all differences of one answer may cost: characters read, cells of the tables of words, runs that come out. */
export interface DiffBudget {
  characters: number
  cells: number
  runs: number
}

/** About a second of one thread, and a megabyte of answer beside the texts. */
const DIFF_BUDGET: DiffBudget = { characters: 4_000_000, cells: 60_000_000, runs: 20_000 }

/** The differences by word, in the order of the texts; null for those that the budget left out. */
export function differencesOf({
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
    const pair = aligned(before, after)
    if (pair.cells > cells) return null
    cells -= pair.cells
    const diff = runsOf(pair)
    if (diff.length > runs) return null
    runs -= diff.length
    return diff
  })
}
