import type { DiffRun } from '../../../../src/lib/word-diff.ts'

/** Number of characters that stay before and after a change. */
const CONTEXT = 120
const MARK = ' … '

/** Cuts the unchanged text of a diff down to the surroundings of its changes, at words. */
export function excerptRuns(runs: readonly DiffRun[]): DiffRun[] {
  return runs.map(({ op, text }, index) => {
    if (op !== 'equal') return { op, text }
    const isFirst = index === 0
    const isLast = index === runs.length - 1
    const kept = (isFirst ? 0 : CONTEXT) + (isLast ? 0 : CONTEXT)
    if (text.length <= kept + CONTEXT) return { op, text }
    const start = isFirst ? '' : text.slice(0, CONTEXT).replace(/\S*$/, '').trimEnd()
    const end = isLast ? '' : text.slice(-CONTEXT).replace(/^\S*/, '').trimStart()
    return { op, text: `${start}${MARK}${end}` }
  })
}
