import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { createCurrentUserQuery } from '../../api/me.ts'
import { toQueryString } from '../../app/search.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { useSelection } from './bulk/use-selection.ts'
import { findDenialReason, useAllowedActions } from './comment/allowed-actions.ts'
import type { SimilarComment } from './comment/similar-comments.tsx'
import type { Choice } from './decide/decisions.ts'
import { useDeciding } from './decide/use-deciding.ts'
import type { OpenDialog } from './dialogs.tsx'
import { usePeople } from './people.ts'
import { createSimilarQuery } from './queue/prefetch-comment.ts'
import { countUndecided, createQueueQuery, type Scope } from './queue/queue.ts'
import { useLiveQueue } from './queue/use-live-queue.ts'
import { usePrefetch } from './queue/use-prefetch.ts'
import { useSelectedRow } from './queue/use-selected-row.ts'
import type { TriageFilter, TriageSearch } from './search.ts'
import { useTriageStore } from './undo/use-triage-store.ts'
import { useUndo } from './undo/use-undo.ts'
import { useComponent } from './use-component.ts'
import { useShownFilter } from './use-shown-filter.ts'

const NO_COMMENTS: readonly SimilarComment[] = []

/** The scope of a triage, and its store. */
export interface TriageProps {
  /** Stable while the scope stays the same. */
  scope: Scope
  projectId: number
  /** The name of the scope, for the title. */
  parent: string
  search: TriageSearch
  onSearch: (search: TriageSearch) => void
}

/** The data of the triage: the queue, the selected comment, and its details. */
function useTriageData({ scope, projectId, search, onSearch }: TriageProps) {
  const { chosen, filter, isWaiting } = useShownFilter(search)
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const { data: queue } = useSuspenseQuery(createQueueQuery(scope, filter, search.comment))
  const selection = useSelectedRow(queue, filter, search, onSearch)
  const { row, index } = selection
  const similar = useQuery({ ...createSimilarQuery(row?.id ?? 0), enabled: row !== undefined })
  usePrefetch(queue.rows, index, projectId)
  return {
    chosen,
    filter,
    isWaiting,
    person,
    queue,
    selection,
    alike: similar.data?.rows ?? NO_COMMENTS,
    selected: useSelection(queue.rows, index),
    notice: useLiveQueue(scope, filter),
    undecidedCount: useMemo(() => countUndecided(queue, filter), [queue, filter]),
    component: useComponent(row, scope, queue.rows),
    allowed: useAllowedActions(row),
    people: usePeople(projectId),
    toHref: useHrefs(chosen, search),
  }
}

/** The state of the triage, the decisions, and undo. */
export function useTriage(props: TriageProps) {
  const { scope, projectId, search, onSearch } = props
  const data = useTriageData(props)
  const { queue, selection, selected, allowed, undecidedCount, person } = data
  const { row, index } = selection
  const store = useTriageStore()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const openBulkDialog = (choice: Choice | null, close = false) => {
    if (selected.ids.size === 0) return false
    setOpened({ kind: 'bulk', selection: { kind: 'rows', rows: selected.rows }, choice, close })
    return true
  }
  const deciding = useDeciding({
    rows: queue.rows,
    row,
    index,
    undecidedCount,
    isLoadingMore: queue.rest === 'loading',
    projectId,
    reason: findDenialReason(allowed, 'triage'),
    setCurrent: selection.select,
    onBulkDecide: openBulkDialog,
  })
  const { showForm } = deciding
  const isMissing = row === undefined && selection.addressedReview.isError
  // The form of a deleted comment must not open on the next one.
  useEffect(() => {
    if (isMissing) showForm(null)
  }, [isMissing, showForm])
  const undoing = useUndo({
    undoEntries: store.undoEntries,
    scope,
    person,
    row,
    allowed,
    onBack: deciding.select,
  })
  const onFilter = useEventCallback((change: Partial<TriageFilter>) => {
    selected.none()
    selection.excludeUnmatched()
    onSearch({ ...search, ...change })
  })
  const onMore = useCallback(() => setOpened({ kind: 'more' }), [])
  return { ...data, store, opened, setOpened, openBulkDialog, deciding, undoing, onFilter, onMore }
}

export type Triage = ReturnType<typeof useTriage>

/** Returns the address of a comment under the current filter. */
function useHrefs(filter: TriageFilter, { view }: TriageSearch): (id: number) => string {
  return useMemo(() => {
    const query = toQueryString({ ...filter, view })
    return (id: number) => `${location.pathname}${query === '' ? '?' : `${query}&`}comment=${id}`
  }, [filter, view])
}
