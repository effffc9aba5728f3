import { client } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { announce } from '../../../app/announce.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { DialogState } from '../decide/dialog-state.ts'
import { showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { addUndoEntry, reviewIn, createSingleEntry, type Review } from '../undo/store.ts'
import { findDenialReason, type Allowed, type CommentAction } from './allowed-actions.ts'
import type { AvailableAction } from './overflow-menu.tsx'
import type { Task } from './tasks.tsx'

/** The handlers of the actions on the selected comment. */
export interface ActionContext {
  projectId: number
  allowed: Allowed
  ask: (asking: DialogState) => void
  select: () => void
  /** Null while fewer than two comments are selected, and for users who can't merge. */
  merge: (() => void) | null
}

/** An action of the menu, and the service's action that permits it; without one it changes nothing on the server. */
type Listed = AvailableAction & { asks?: CommentAction; when?: boolean }

/** Returns the allowed actions on the selected comment other than decisions. */
export function listAvailableActions(row: Row, context: ActionContext): AvailableAction[] {
  const { allowed } = context
  return listActions(row, context).filter(
    ({ asks, when = true }) => when && (asks === undefined || findDenialReason(allowed, asks) === null),
  )
}

/** Returns the service's reason why an action of the menu is missing; null if unknown. */
export function findActionDenial(row: Row, context: ActionContext, id: string): string | null {
  const asks = listActions(row, context).find((item) => item.id === id)?.asks
  return asks === undefined ? null : findDenialReason(context.allowed, asks)
}

function listActions(row: Row, { projectId, ask, select, merge }: ActionContext): Listed[] {
  const task = (which: Task) => () => ask({ kind: 'task', task: which })
  const onRule = row.rule_id !== null
  return [
    {
      id: 'edit',
      label: t('Accept and edit'),
      keys: 'acceptAndEdit',
      asks: 'accept_and_edit',
      act: () => ask({ kind: 'edit' }),
    },
    { id: 'reply', label: t('Reply'), keys: 'reply', asks: 'reply', act: () => ask({ kind: 'reply' }) },
    {
      id: 'assign',
      label: t('Assign, with a due date'),
      keys: 'assign',
      asks: 'assign',
      act: task('assign'),
    },
    {
      id: 'section',
      label: t('Change the section'),
      keys: 'section',
      asks: 'section',
      // A component has no sections.
      when: onRule,
      act: task('section'),
    },
    { id: 'reopen', label: t('Reopen'), keys: 'reopen', asks: 'reopen', act: () => void reopen(row) },
    {
      id: 'close',
      label: t('Close'),
      asks: 'adjudicate',
      // Closing again is allowed but changes nothing.
      when: row.adjudicated_at === null,
      act: () => void close(row, projectId),
    },
    { id: 'select', label: t('Select'), keys: 'select', act: select },
    {
      id: 'merge',
      label: t('Merge the selected comments'),
      keys: 'merge',
      when: merge !== null,
      act: () => merge?.(),
    },
    {
      id: 'move',
      label: t('Move to another requirement'),
      asks: 'move_to_rule',
      when: onRule,
      act: task('move'),
    },
    {
      id: 'withdraw',
      label: t('Withdraw on behalf of the commenter'),
      asks: 'admin_withdraw',
      act: task('withdraw'),
    },
    { id: 'restore', label: t('Back to pending'), asks: 'admin_restore', act: task('restore') },
    { id: 'delete', label: t('Delete permanently'), asks: 'admin_destroy', act: task('delete') },
  ]
}

const toVersionGuard = (row: Row) => ({ reviewId: row.id, expected_lock_version: row.lock_version })

function reopen(row: Row): Promise<void> {
  return write(() => client.reviews.reopen.mutate(toVersionGuard(row)), t('Reopened.'))
}

function close(row: Row, projectId: number): Promise<void> {
  return write(async () => {
    const closed = await client.reviews.adjudicate.mutate(toVersionGuard(row))
    addUndoEntry(createSingleEntry(row, projectId, closed.review))
    return closed
  }, t('Closed.'))
}

/** A write without a form; if it fails, the row shows the current comment. */
async function write(send: () => Promise<{ review: Review }>, label: string): Promise<void> {
  try {
    showReview((await send()).review)
    announce(label)
  } catch (error) {
    const theirs = reviewIn(error)
    if (theirs) showReview(theirs)
    notify(toProblem(error).sentence, { variant: 'error' })
  }
}
