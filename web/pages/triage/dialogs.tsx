import { Suspense } from 'react'
import type { Selection } from './bulk.ts'
import type { Choice } from './decisions.ts'
import type { Doable } from './more.tsx'
import { BulkDialog, MergeDialog, MoreActions } from './parts.ts'
import type { Row } from './rows.ts'

/** The dialog that is open. What is decided together is what it was when the dialog opened. */
export type Opened =
  | { kind: 'more' }
  | { kind: 'merge'; rows: readonly Row[] }
  | { kind: 'bulk'; selection: Selection; choice: Choice | null; close: boolean }

/** The dialogs of the triage. */
export function Dialogs({
  opened,
  row,
  doables,
  componentId,
  projectId,
  onClose,
  onDone,
}: {
  opened: Opened | null
  row: Row | undefined
  doables: readonly Doable[]
  componentId: number | null
  projectId: number
  onClose: () => void
  /** Something was decided together: nothing is selected any more. */
  onDone: () => void
}) {
  return (
    <Suspense>
      {opened?.kind === 'more' && row && (
        <MoreActions label={`Comment ${row.id}`} doables={doables} onClose={onClose} />
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
