import { Suspense, useMemo } from 'react'
import { parseQuery, toQueryString, readSearch } from '../../app/search.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { Button } from '../../kit/button.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { FilterBar, SavedFilters, SelectionBar } from './lazy-parts.ts'
import { refetchQueues, type Scope } from './queue/queue.ts'
import { toFilter, TRIAGE_SEARCH, type View } from './search.ts'
import type { Triage } from './use-triage.ts'
import styles from './triage-bars.module.css'

/** The filters. The actions on selected comments replace them at an equal height, so that no row moves. */
export function TriageBars({
  triage,
  scope,
  projectId,
  view,
  onMerge,
}: {
  triage: Triage
  scope: Scope
  projectId: number
  view: View
  onMerge: (() => void) | null
}) {
  const { selected, openBulkDialog } = triage
  const hasSelection = selected.ids.size > 0
  return (
    <div className={styles['bar']}>
      <div className={hasSelection ? styles['covered'] : ''}>
        <FirstBar triage={triage} scope={scope} view={view} />
      </div>
      {hasSelection && (
        <Suspense>
          <SelectionBar
            rows={selected.rows}
            onDecide={() => openBulkDialog(null)}
            projectId={projectId}
            onClosed={selected.none}
            onMerge={onMerge}
            onNone={selected.none}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The filters; the clusters view has a line about its order instead. */
function FirstBar({ triage, scope, view }: { triage: Triage; scope: Scope; view: View }) {
  const { chosen, people, onFilter, undecidedCount, queue, isWaiting, filter, setOpened } = triage
  const apply = useEventCallback((query: string) =>
    onFilter(toFilter(readSearch(TRIAGE_SEARCH, parseQuery(query)))),
  )
  const query = useMemo(() => toQueryString(chosen).slice(1), [chosen])
  const unread = queue.total - queue.rows.length
  const { rest, total } = queue
  // A phone shows the count at the comment, so that the filters fit in one line.
  const isCountBelow = view !== 'table' && unread <= 0
  const hasAll = view === 'table' && scope.kind === 'component' && queue.rows.length > 0
  const decideAll = useEventCallback(() =>
    setOpened({ kind: 'bulk', selection: { kind: 'filter', filter, total }, choice: null, close: false }),
  )
  const end = useMemo(
    () => (
      <>
        <span className={isCountBelow ? `small muted ${styles['countBelow']}` : 'small muted'} role="status">
          {isWaiting ? t('Loading') : formatLeft(undecidedCount, unread, rest)}
        </span>
        {rest === 'failed' && <Button onPress={() => void refetchQueues()}>{t('Load the rest')}</Button>}
        {hasAll && (
          <Button onPress={decideAll}>
            {t('Decide on all {matching} that match', { matching: formatNumber(total) })}
          </Button>
        )}
        <SavedFilters scope={scope} list="triage" query={query} onApply={apply} />
      </>
    ),
    [undecidedCount, unread, rest, isWaiting, isCountBelow, hasAll, decideAll, total, scope, query, apply],
  )
  if (view === 'clusters') {
    return (
      <div className={styles['lastLine']}>
        <span className="small muted">{t('Groups of similar comments, largest first')}</span>
      </div>
    )
  }
  return (
    <Suspense fallback={<div className={styles['filters']} />}>
      <FilterBar
        filter={chosen}
        sorts={view !== 'requirement'}
        people={people}
        onFilter={onFilter}
        end={end}
      />
    </Suspense>
  )
}

function formatLeft(undecidedCount: number, unread: number, rest: 'loaded' | 'loading' | 'failed'): string {
  const count = t('{count} left', { count: formatNumber(undecidedCount) })
  if (unread <= 0) return count
  return rest === 'loading'
    ? t('{count}, loading the rest', { count })
    : t('{count}, {unread} of them not loaded', { count, unread: formatNumber(unread) })
}
