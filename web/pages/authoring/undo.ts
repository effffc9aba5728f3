import { toProblem } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { notify } from '../../kit/toast.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { findLastBulkUndo, type BulkUndo } from './bulk-undo.ts'
import { undoBulkChange } from './bulk.ts'

/** A bulk change, and a function that closes its notice. */
interface BulkUndoNotice extends BulkUndo {
  close: () => void
}

let entries: readonly BulkUndoNotice[] = []

/** Shows a notice of a change, such as "3 requirements", and records it for undo by the notice and `Z`. */
export function offerBulkUndo(change: BulkUndo, changed: string): void {
  const close = notify(t('{changed} changed.', { changed }), {
    action: { label: t('Undo'), keys: 'undo', act: () => void revertBulkChange({ ...change, close }) },
  })
  entries = [...entries, { ...change, close }]
}

/** Undoes the last bulk change of a component, and reports success or the reason of the failure. */
export async function undoLast(componentId: number): Promise<void> {
  const last = findLastBulkUndo(entries, componentId, Date.now())
  if (last) await revertBulkChange(last)
  else announce(t('There is no bulk change from the last ten minutes to undo here.'))
}

async function revertBulkChange({ componentId, updateId, close }: BulkUndoNotice): Promise<void> {
  const previous = entries
  entries = entries.filter((item) => item.updateId !== updateId)
  if (previous.length === entries.length) return
  try {
    const changed = await undoBulkChange(componentId, updateId)
    close()
    notify(t('Undone: {requirements}.', { requirements: formatCount(changed, 'requirement') }))
  } catch (error) {
    const problem = toProblem(error)
    // Without an answer the undo can be retried; a rejected undo can't.
    if (problem.status === 0) entries = previous
    else close()
    notify(problem.sentence, { variant: 'error' })
  }
}
