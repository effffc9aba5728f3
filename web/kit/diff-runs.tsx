import type { DiffRun } from '../../src/lib/word-diff.ts'
import { selectSide, toReadableRuns, type DiffSide } from './readable-runs.ts'
import styles from './diff-runs.module.css'

/** Shows a diff that the service computed; with `side` only the old or the new text. */
export function Runs({ runs, side }: { runs: readonly DiffRun[]; side?: DiffSide }) {
  const readable = toReadableRuns(runs)
  const shown = side ? selectSide(readable.runs, side) : readable.runs
  return (
    <span className={`${styles['diff']} ${readable.isRewritten ? styles['rewritten'] : ''}`}>
      {shown.map((run, index) => renderRun(run, index, readable.isRewritten))}
    </span>
  )
}

/** The old and the new text of a rewritten one are blocks, each in the direction of its script. */
function renderRun({ op, text }: DiffRun, index: number, isBlock: boolean) {
  if (op === 'equal') return text
  const trimmedStart = text.trimStart()
  const middle = trimmedStart.trimEnd()
  const start = text.slice(0, text.length - trimmedStart.length)
  const end = trimmedStart.slice(middle.length)
  const Mark = op === 'insert' ? 'ins' : 'del'
  return (
    <span key={index}>
      {start}
      <Mark dir={isBlock ? 'auto' : undefined}>{middle}</Mark>
      {end}
    </span>
  )
}
