import type { CommentCounts } from './labels.ts'

/** "1 of 2" where there is no room for more; screen readers and the tooltip say of what. */
export function OpenCount({ of: { open, total } }: { of: CommentCounts }) {
  return (
    <span title="Open comments of all comments">
      {open.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      <span className="words"> comments open</span>
    </span>
  )
}
