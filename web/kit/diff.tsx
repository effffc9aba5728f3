import { wordDiff, type DiffRun } from '../../src/computing/word-diff.ts'
import styles from './diff.module.css'

/**
 * A text with what was put in and taken out, by word. Screen readers are told by the elements; the marks are underline
 * and strike beside the tints, and white space stays outside of them.
 */
export function Diff({ before, after }: { before: string; after: string }) {
  return (
    <span className={styles['diff']}>{wordDiff(before, after).map((run, place) => runOf(run, place))}</span>
  )
}

/** The same for runs that the service has made. */
export function Runs({ runs }: { runs: readonly DiffRun[] }) {
  return <span className={styles['diff']}>{runs.map((run, place) => runOf(run, place))}</span>
}

function runOf({ op, text }: DiffRun, place: number) {
  if (op === 'equal') return text
  const [, start = '', middle = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  const Mark = op === 'insert' ? 'ins' : 'del'
  return (
    <span key={place}>
      {start}
      <Mark>{middle}</Mark>
      {end}
    </span>
  )
}
