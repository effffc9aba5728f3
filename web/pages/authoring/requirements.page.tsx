import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { loadCode } from '../../app/load-code.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { useKeys } from '../../app/use-keys.ts'
import { ComponentFrame } from '../components/component-frame.tsx'
import { usePresence } from '../presence/present.ts'
import { AuthoringPage } from './authoring-page.tsx'
import { requirementsRoute } from './requirements.route.ts'
import { isHeading, type GridRow } from './rows.ts'
import type { Filters } from './search.ts'
import { RequirementsGrid } from './table/requirements-grid.tsx'
import { RequirementsTitle } from './table/requirements-title.tsx'
import { TableDialogs, type TableDialog } from './table/table-dialogs.tsx'
import { TableFilters } from './table/table-filters.tsx'
import { useCurrentLine } from './table/use-current-line.ts'
import { useRequirements } from './table/use-requirements.ts'
import { useSelection } from './table/use-selection.ts'
import { undoLast } from './undo.ts'

const BulkBar = lazy(() => loadCode(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar })))

/** All requirements of a component, with filters, groups, selection and keys. */
export default function RequirementsPage() {
  const { id } = requirementsRoute.useParams()
  const filters = requirementsRoute.useSearch()
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: state } = useSuspenseQuery(api.components.workflowState.queryOptions({ id }))
  usePresence({ componentId: id }, component.effective_permissions !== null)
  const requirements = useRequirements(id, filters)
  const { lines, rows } = requirements
  const line = useCurrentLine(lines)
  const selection = useSelection(requirements, line.index)
  const [opened, setOpened] = useState<TableDialog | null>(null)
  const { openNamed, filter } = useTableNavigation(id, filters)
  const open = (row: GridRow | undefined) => row && !isHeading(row) && openNamed(row.displayed_name)
  useKeys({
    next: () => line.step(1),
    previous: () => line.step(-1),
    open: () => open(lines[line.index]),
    select: () => selection.select(false),
    selectRange: () => selection.select(true),
    goTo: () => setOpened('goTo'),
    undo: () => void undoLast(id),
  })
  const mayWrite = roleAtLeast(component.effective_permissions, 'author') && !component.released
  const total = state.authoring.rules_total
  const shared = { filters, requirements, onFilter: filter }
  return (
    <ComponentFrame id={id}>
      <AuthoringPage>
        <RequirementsTitle
          component={component}
          mayWrite={mayWrite}
          selectedCount={selection.selected.size}
          onOpen={setOpened}
        />
        <TableFilters {...shared} component={component} total={total} />
        <RequirementsGrid
          {...shared}
          {...{ total, mayWrite, line, selection }}
          componentId={id}
          onOpen={open}
        />
        {mayWrite && selection.chosen.length > 0 && (
          <Suspense>
            <BulkBar component={component} rows={selection.chosen} onClear={selection.clear} />
          </Suspense>
        )}
        <TableDialogs
          opened={opened}
          component={component}
          rows={rows}
          selected={selection.selected}
          onGo={open}
          onAdded={openNamed}
          onClose={() => setOpened(null)}
        />
      </AuthoringPage>
    </ComponentFrame>
  )
}

/** Opens a requirement by its name, and changes the filters, which are in the address. */
function useTableNavigation(id: number, filters: Filters) {
  const navigate = useNavigate()
  const openNamed = (name: string) =>
    void navigate({ to: '/components/$id/$name', params: { id, name }, search: filters })
  const filter = useEventCallback(
    (change: Partial<Filters>) =>
      void navigate({
        to: '/components/$id/edit',
        params: { id },
        search: { ...filters, ...change },
        replace: true,
      }),
  )
  return { openNamed, filter }
}
