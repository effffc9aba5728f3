import { Suspense } from 'react'
import { createLazyPart, usePreloadedParts } from '../../../app/lazy-part.tsx'
import type { Component } from '../editor/component.ts'
import type { Row } from '../requirements.ts'

const AddRequirement = createLazyPart(async () => (await import('../add-requirement.tsx')).AddRequirement)
const FindAndReplace = createLazyPart(
  async () => (await import('../replace/find-and-replace.tsx')).FindAndReplace,
)
const GoTo = createLazyPart(async () => (await import('../go-to.tsx')).GoTo)
const PARTS = [GoTo]

export type TableDialog = 'replace' | 'goTo' | 'add'

/** The open dialog of the table, if any. */
export function TableDialogs({
  opened,
  component,
  rows,
  selected,
  onGo,
  onAdded,
  onClose,
}: {
  opened: TableDialog | null
  component: Component
  rows: readonly Row[]
  selected: ReadonlySet<number>
  onGo: (row: Row) => void
  onAdded: (displayedName: string) => void
  onClose: () => void
}) {
  usePreloadedParts(PARTS)
  return (
    <Suspense>
      {opened === 'replace' && (
        <FindAndReplace componentId={component.id} ruleIds={[...selected]} onClose={onClose} />
      )}
      {opened === 'add' && (
        <AddRequirement
          componentId={component.id}
          isAdmin={component.effective_permissions === 'admin'}
          rows={rows}
          onAdded={onAdded}
          onClose={onClose}
        />
      )}
      {opened === 'goTo' && <GoTo rows={rows} onGo={onGo} onClose={onClose} />}
    </Suspense>
  )
}
