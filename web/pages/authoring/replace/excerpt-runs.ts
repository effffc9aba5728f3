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
    const contextLength = (isFirst ? 0 : CONTEXT) + (isLast ? 0 : CONTEXT)
    if (text.length <= contextLength + CONTEXT) return { op, text }
    const start = isFirst ? '' : text.slice(0, findSpace(text, CONTEXT)).trimEnd()
    const end = isLast ? '' : text.slice(findSpace(text, text.length - CONTEXT)).trimStart()
    return { op, text: `${start}${MARK}${end}` }
  })
}

/** Returns the position of the last space before a position, or the position itself in text without spaces. */
function findSpace(text: string, position: number): number {
  const space = text.lastIndexOf(' ', position)
  return space > 0 ? space : position
}
