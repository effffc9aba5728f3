import { Suspense, useMemo } from 'react'
import { parseQuery, toQueryString, readSearch } from '../../app/search.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { Button } from '../../kit/button.tsx'
import { locale, t } from '../../languages/t.ts'
import { FilterBar, OtherFailures, SavedFilters, SelectionBar, UndoFailure } from './lazy-parts.ts'
import { refetchQueues, type Scope } from './queue/queue.ts'
import { toFilter, TRIAGE_SEARCH, type View } from './search.ts'
import { LastDecision } from './undo/last-decision.tsx'
import type { Triage } from './use-triage.ts'
import styles from './triage-bars.module.css'

/** The bars above the comments: filters, the last decision, failures, and the selection. */
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
  const { selection, store, queue, selected, openBulkDialog, deciding, filter, setOpened } = triage
  const failed = store.failures.find(({ id }) => id === selection.row?.id)
  const others = store.failures.filter((item) => item !== failed)
  const hasAll = view === 'table' && scope.kind === 'component' && queue.rows.length > 0
  const decideAll = () =>
    setOpened({
      kind: 'bulk',
      selection: { kind: 'filter', filter, total: queue.total },
      choice: null,
      close: false,
    })
  return (
    <>
      <FirstBar triage={triage} scope={scope} view={view} />
      <Suspense>
        {store.failedUndo && <UndoFailure failedUndo={store.failedUndo} onOpen={deciding.select} />}
        {others.length > 0 && <OtherFailures failures={others} onOpen={deciding.select} />}
      </Suspense>
      <Suspense>
        {(selected.ids.size > 0 || view === 'table') && (
          <SelectionBar
            rows={selected.rows}
            matching={hasAll ? queue.total : null}
            onDecide={() => openBulkDialog(null)}
            projectId={projectId}
            onClosed={selected.none}
            onDecideAll={decideAll}
            onMerge={onMerge}
            onNone={selected.none}
          />
        )}
      </Suspense>
    </>
  )
}

/** The filters with the last decision; the clusters view has only the latter, with its space reserved. */
function FirstBar({ triage, scope, view }: { triage: Triage; scope: Scope; view: View }) {
  const { chosen, people, onFilter, undoing, undecidedCount, queue, isWaiting } = triage
  const undo = useEventCallback(undoing.undo)
  const { last } = undoing
  const lastDecision = useMemo(() => last && <LastDecision last={last} onUndo={undo} />, [last, undo])
  const apply = useEventCallback((query: string) =>
    onFilter(toFilter(readSearch(TRIAGE_SEARCH, parseQuery(query)))),
  )
  const query = useMemo(() => toQueryString(chosen).slice(1), [chosen])
  const unread = queue.total - queue.rows.length
  const { rest } = queue
  const end = useMemo(
    () => (
      <>
        {lastDecision}
        <span className="small muted" role="status">
          {isWaiting ? t('Loading') : formatLeft(undecidedCount, unread, rest)}
        </span>
        {rest === 'failed' && <Button onPress={() => void refetchQueues()}>{t('Load the rest')}</Button>}
        <SavedFilters scope={scope} list="triage" query={query} onApply={apply} />
      </>
    ),
    [lastDecision, undecidedCount, unread, rest, isWaiting, scope, query, apply],
  )
  if (view === 'clusters') {
    return (
      <div className={styles['lastLine']}>
        <span className="small muted">{t('Groups of similar comments, largest first')}</span>
        {lastDecision}
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
  const count = t('{count} left', { count: undecidedCount.toLocaleString(locale) })
  if (unread <= 0) return count
  return rest === 'loading'
    ? t('{count}, loading the rest', { count })
    : t('{count}, {unread} of them not loaded', { count, unread: unread.toLocaleString(locale) })
}
