import { problemOf } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { notify } from '../../kit/toast.tsx'
import { counted, t } from '../../languages/t.ts'
import { lastBulkUndo, type BulkUndo } from './bulk-undo.ts'
import { undoBulkChange } from './bulk.ts'

/** A change, and how its notice is closed. */
interface ShownBulkUndo extends BulkUndo {
  close: () => void
}

let made: readonly ShownBulkUndo[] = []

/** Says what was changed, such as "3 requirements", and keeps the change for the undo that the notice and `Z` offer. */
export function offerBulkUndo(given: BulkUndo, changed: string): void {
  const close = notify(t('{changed} changed.', { changed }), {
    action: { words: t('Undo'), keys: 'undo', act: () => void undone({ ...given, close }) },
  })
  made = [...made, { ...given, close }]
}

/** Takes the last change of many requirements of a component back, all of it; says so, or why not. */
export async function undoLast(componentId: number): Promise<void> {
  const last = lastBulkUndo(made, componentId, Date.now())
  if (last) await undone(last)
  else announce(t('There is no change of many requirements of the last ten minutes to take back here.'))
}

async function undone({ componentId, updateId, close }: ShownBulkUndo): Promise<void> {
  const kept = made
  made = made.filter((one) => one.updateId !== updateId)
  if (kept.length === made.length) return
  try {
    const changed = await undoBulkChange(componentId, updateId)
    close()
    notify(t('{requirements} as before.', { requirements: counted(changed, 'requirement') }))
  } catch (error) {
    const problem = problemOf(error)
    // Without an answer it may be asked for again; what was refused once stays refused.
    if (problem.status === 0) made = kept
    else close()
    notify(problem.sentence, { look: 'problem' })
  }
}
