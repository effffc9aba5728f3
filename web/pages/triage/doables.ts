import { client, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { notify } from '../../kit/toast.tsx'
import type { Asking } from './asking.ts'
import { noteDeed, ofOne, reviewIn } from './desk.ts'
import type { Doable } from './more.tsx'
import { showReview } from './queue.ts'
import type { Row } from './rows.ts'
import type { Task } from './tasks.tsx'

/** What decides on what one may do with a comment, and how it is begun. */
export interface Doing {
  projectId: number
  /** Staff of the project, while the comments are not final. */
  may: boolean
  mayEdit: boolean
  mayReply: boolean
  isAdmin: boolean
  ask: (asking: Asking) => void
  select: () => void
  /** Null while fewer than two are selected. */
  merge: (() => void) | null
}

/** Everything that can be done with the comment in hand beside deciding on it; what its state forbids is left out. */
export function doablesOf(
  row: Row,
  { projectId, may, mayEdit, mayReply, isAdmin, ask, select, merge }: Doing,
): Doable[] {
  const isClosed = row.adjudicated_at !== null
  const isWithdrawn = row.triage_status === 'withdrawn'
  const onRule = row.rule_id !== null
  const guard = { reviewId: row.id, expected_lock_version: row.lock_version }
  const task = (which: Task) => () => ask({ kind: 'task', task: which })
  const all: readonly (Doable & { when: boolean })[] = [
    {
      id: 'edit',
      words: 'Accept and edit',
      keys: 'acceptAndEdit',
      when: may && mayEdit && onRule && !isClosed,
      act: () => ask({ kind: 'edit' }),
    },
    { id: 'reply', words: 'Reply', keys: 'reply', when: mayReply, act: () => ask({ kind: 'reply' }) },
    { id: 'assign', words: 'Assign, with a due date', keys: 'assign', when: may, act: task('assign') },
    {
      id: 'section',
      words: 'Change the section',
      keys: 'section',
      when: may && onRule,
      act: task('section'),
    },
    {
      id: 'reopen',
      words: 'Open it again',
      keys: 'reopen',
      when: may && isClosed && !isWithdrawn,
      act: () => void write(() => client.reviews.reopen.mutate(guard), 'It is open again.'),
    },
    {
      id: 'close',
      words: 'Close it',
      when: may && !isClosed && row.triage_status !== 'pending',
      act: () =>
        void write(async () => {
          const closed = await client.reviews.adjudicate.mutate(guard)
          noteDeed(ofOne(row, projectId, closed.review))
          return closed
        }, 'It is closed.'),
    },
    { id: 'select', words: 'Select', keys: 'select', when: may, act: select },
    {
      id: 'merge',
      words: 'Merge the selected',
      keys: 'merge',
      when: isAdmin && merge !== null,
      act: () => merge?.(),
    },
    { id: 'move', words: 'Move to another requirement', when: isAdmin && onRule, act: task('move') },
    {
      id: 'withdraw',
      words: 'Withdraw for its writer',
      when: isAdmin && !isWithdrawn,
      act: task('withdraw'),
    },
    { id: 'restore', words: 'Back to pending', when: isAdmin && isClosed, act: task('restore') },
    { id: 'delete', words: 'Delete for good', when: isAdmin, act: task('delete') },
  ]
  return all.filter(({ when }) => when)
}

/** A write without further questions; when it is refused, the row shows the comment as it is now. */
async function write(
  send: () => Promise<{ review: Outputs['reviews']['get']['review'] }>,
  words: string,
): Promise<void> {
  try {
    showReview((await send()).review)
    announce(words)
  } catch (error) {
    const theirs = reviewIn(error)
    if (theirs) showReview(theirs)
    notify(problemOf(error).sentence, { look: 'problem' })
  }
}
