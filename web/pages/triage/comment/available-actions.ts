import { client } from '../../../api/client.ts'
import { announce } from '../../../app/announce.tsx'
import { notifyError } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { OpenForm } from '../decide/open-form.ts'
import { showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { addUndoEntry, readStaleReview, createSingleEntry, type Review } from '../undo/store.ts'
import { findDenialReason, type CommentPermissions, type CommentAction } from './allowed-actions.ts'
import type { AvailableAction } from './overflow-menu.tsx'
import type { Task } from './tasks.tsx'

/** The handlers of the actions on the selected comment. */
export interface ActionContext {
  projectId: number
  allowed: CommentPermissions
  showForm: (form: OpenForm) => void
  select: () => void
  /** Null while fewer than two comments are selected, and for users who can't merge. */
  merge: (() => void) | null
}

/** An action of the menu, and the service's action that permits it; without one it changes nothing on the server. */
type MenuAction = AvailableAction & { needs?: CommentAction; isAvailable?: boolean }

/** Returns the allowed actions on the selected comment other than decisions. */
export function listAvailableActions(row: Row, context: ActionContext): AvailableAction[] {
  const { allowed } = context
  return listActions(row, context).filter(
    ({ needs, isAvailable = true }) =>
      isAvailable && (needs === undefined || findDenialReason(allowed, needs) === null),
  )
}

/** Returns the service's reason why an action of the menu is missing; null if unknown. */
export function findActionDenial(row: Row, context: ActionContext, id: string): string | null {
  const needs = listActions(row, context).find((item) => item.id === id)?.needs
  return needs === undefined ? null : findDenialReason(context.allowed, needs)
}

function listActions(row: Row, { projectId, showForm, select, merge }: ActionContext): MenuAction[] {
  const createTaskOpener = (which: Task) => () => showForm({ kind: 'task', task: which })
  const onRule = row.rule_id !== null
  return [
    {
      id: 'edit',
      label: t('Accept and edit'),
      keys: 'acceptAndEdit',
      needs: 'accept_and_edit',
      act: () => showForm({ kind: 'edit' }),
    },
    { id: 'reply', label: t('Reply'), keys: 'reply', needs: 'reply', act: () => showForm({ kind: 'reply' }) },
    {
      id: 'assign',
      label: t('Assign, with a due date'),
      keys: 'assign',
      needs: 'assign',
      act: createTaskOpener('assign'),
    },
    {
      id: 'section',
      label: t('Change the section'),
      keys: 'section',
      needs: 'section',
      // A component has no sections.
      isAvailable: onRule,
      act: createTaskOpener('section'),
    },
    { id: 'reopen', label: t('Reopen'), keys: 'reopen', needs: 'reopen', act: () => void reopen(row) },
    {
      id: 'close',
      label: t('Close'),
      needs: 'adjudicate',
      // Closing again is allowed but changes nothing.
      isAvailable: row.adjudicated_at === null,
      act: () => void close(row, projectId),
    },
    { id: 'select', label: t('Select'), keys: 'select', act: select },
    {
      id: 'merge',
      label: t('Merge the selected comments'),
      keys: 'merge',
      isAvailable: merge !== null,
      act: () => merge?.(),
    },
    {
      id: 'move',
      label: t('Move to another requirement'),
      needs: 'move_to_rule',
      isAvailable: onRule,
      act: createTaskOpener('move'),
    },
    {
      id: 'withdraw',
      label: t('Withdraw on behalf of the commenter'),
      needs: 'admin_withdraw',
      act: createTaskOpener('withdraw'),
    },
    { id: 'restore', label: t('Back to pending'), needs: 'admin_restore', act: createTaskOpener('restore') },
    { id: 'delete', label: t('Delete permanently'), needs: 'admin_destroy', act: createTaskOpener('delete') },
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
    const theirs = readStaleReview(error)
    if (theirs) showReview(theirs)
    notifyError(error)
  }
}
