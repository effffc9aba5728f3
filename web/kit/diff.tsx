import { wordDiff } from '../../src/lib/word-diff.ts'
import { Runs } from './diff-runs.tsx'

/**
 * A text with what was put in and taken out, by word. Screen readers are told by the elements; the marks are underline
 * and strike beside the tints, and white space stays outside of them.
 */
export function Diff({ before, after }: { before: string; after: string }) {
  return <Runs runs={wordDiff(before, after)} />
}
