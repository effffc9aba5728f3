import { Suspense } from 'react'
import { t } from '../../languages/t.ts'
import type { Selection } from './bulk/bulk.ts'
import type { AvailableAction } from './comment/overflow-menu.tsx'
import type { Choice } from './decide/decisions.ts'
import { BulkDialog, MergeDialog, MoreActions } from './lazy-parts.ts'
import type { Row } from './queue/rows.ts'

/** The open dialog. The bulk selection is fixed when the dialog opens. */
export type OpenDialog =
  | { kind: 'more' }
  | { kind: 'merge'; rows: readonly Row[] }
  | { kind: 'bulk'; selection: Selection; choice: Choice | null; close: boolean }

/** The dialogs of the triage. */
export function Dialogs({
  opened,
  row,
  actions,
  componentId,
  projectId,
  onClose,
  onDone,
}: {
  opened: OpenDialog | null
  row: Row | undefined
  actions: readonly AvailableAction[]
  componentId: number | null
  projectId: number
  onClose: () => void
  /** Called after a bulk decision: clears the selection. */
  onDone: () => void
}) {
  return (
    <Suspense>
      {opened?.kind === 'more' && row && (
        <MoreActions label={t('Comment {id}', { id: row.id })} actions={actions} onClose={onClose} />
      )}
      {opened?.kind === 'merge' && (
        <MergeDialog rows={opened.rows} projectId={projectId} onClose={onClose} onDone={onDone} />
      )}
      {opened?.kind === 'bulk' && componentId !== null && (
        <BulkDialog
          selection={opened.selection}
          componentId={componentId}
          projectId={projectId}
          start={opened.choice}
          close={opened.close}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </Suspense>
  )
}
