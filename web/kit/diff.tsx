import { diffWords } from '../../src/lib/word-diff.ts'
import { Runs } from './diff-runs.tsx'

/**
 * Shows the insertions and deletions of a text, by word. Screen readers get `ins` and `del`; underline and
 * strike-through mark them besides color, without the surrounding white space.
 */
export function Diff({ before, after }: { before: string; after: string }) {
  return <Runs runs={diffWords(before, after)} />
}
