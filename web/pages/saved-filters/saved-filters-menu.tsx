import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { roleAtLeast, type Role } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { toButtonClass } from '../../kit/button.tsx'
import { Menu, type MenuEntry } from '../../kit/menu.tsx'
import { t } from '../../languages/t.ts'
import type { Scope } from '../triage/queue/queue.ts'
import { EditFilter } from './edit-filter.tsx'
import { ManageFilters } from './manage-filters.tsx'
import { createSavedFiltersQuery, type FilteredList, type SavedFilter } from './saved-filters.ts'

type FilterDialog = 'save' | 'manage' | SavedFilter | null

/** The saved filters of a list: to apply, save, share, rename and delete them (rule R-65). For members only. */
export const SavedFilters = memo(function SavedFilters({
  scope,
  list,
  query,
  onApply,
}: {
  /** Stable while the place stays the same. */
  scope: Scope
  list: FilteredList
  /** The filter of the page now, as the query of its address. */
  query: string
  onApply: (query: string) => void
}) {
  const location = { scope, list }
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const role = useRole(scope)
  const [wasOpened, setWasOpened] = useState(false)
  const [opened, setOpened] = useState<FilterDialog>(null)
  const { data, isError } = useQuery({ ...createSavedFiltersQuery(location), enabled: wasOpened })
  const filters = data?.saved_filters ?? []
  const dialog = { location, query, filters, ownId: person.id, mayShare: roleAtLeast(role, 'author') }
  return (
    <>
      <Menu
        trigger={toButtonClass()}
        description={isError ? t('Saved filters could not be loaded') : undefined}
        onOpen={() => setWasOpened(true)}
        entries={[
          { id: 'save', label: t('Save this filter'), icon: 'plus', onAction: () => setOpened('save') },
          ...filters.map((filter) => toEntry(filter, { query, ownId: person.id, onApply })),
          ...(filters.length === 0 ? [] : [createManageEntry(() => setOpened('manage'))]),
        ]}
      >
        {t('Saved filters')}
      </Menu>
      {opened === 'save' && <EditFilter {...dialog} filter={null} onClose={() => setOpened(null)} />}
      {opened === 'manage' && (
        <ManageFilters
          {...dialog}
          isAdmin={roleAtLeast(role, 'admin')}
          onEdit={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
      {opened !== null && typeof opened === 'object' && (
        <EditFilter {...dialog} filter={opened} onClose={() => setOpened('manage')} />
      )}
    </>
  )
})

const createManageEntry = (onAction: () => void): MenuEntry => ({
  id: 'manage',
  label: t('Manage saved filters'),
  icon: 'pen',
  onAction,
})

function toEntry(
  filter: SavedFilter,
  { query, ownId, onApply }: { query: string; ownId: number; onApply: (query: string) => void },
): MenuEntry {
  const { id, name, owner_id, owner_name: owner } = filter
  return {
    id: String(id),
    label: owner_id === ownId ? name : t('{name} (shared by {owner})', { name, owner }),
    icon: filter.query === query ? 'check' : 'sliders',
    onAction: () => onApply(filter.query),
  }
}

/** The reader's role in the place, which the page has already loaded. */
function useRole({ kind, id }: Scope): Role | null {
  const project = useQuery({ ...api.projects.show.queryOptions({ id }), enabled: kind === 'project' })
  const component = useQuery({
    ...api.components.summary.queryOptions({ id }),
    enabled: kind === 'component',
  })
  return (kind === 'project' ? project : component).data?.effective_permissions ?? null
}
