import { Suspense, useMemo, type ComponentProps, type ReactNode } from 'react'
import { toProblem } from '../../api/errors.ts'
import { readSearch } from '../../app/search.ts'
import { Empty, Loading } from '../../app/states.tsx'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { useMediaQuery } from '../../app/use-media-query.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { t } from '../../languages/t.ts'
import { useUnsavedBefore } from '../authoring/unsaved.ts'
import { ComponentContext } from '../comments/component-context.ts'
import { usePresence } from '../presence/present.ts'
import { Panel } from './comment/panel.tsx'
import { DecisionsOfRow } from './decide/decisions-of-row.tsx'
import { LowerEdge } from './decide/lower-edge.tsx'
import { TriageBanners } from './decide/triage-banners.tsx'
import { Dialogs } from './dialogs.tsx'
import { TriageHead } from './header.tsx'
import { ClustersView, Finished, LastDecision, MissingComment, TableView } from './lazy-parts.ts'
import { findNextFree } from './queue/next-free.ts'
import { Panes } from './queue/panes.tsx'
import type { Row } from './queue/rows.ts'
import { toFilter, setIn, TRIAGE_SEARCH, type TriageFilter, type View } from './search.ts'
import { TriageBars } from './triage-bars.tsx'
import { useActions } from './use-actions.ts'
import { useComponentContext } from './use-component-context.ts'
import { useTriage, type Triage, type TriageProps } from './use-triage.ts'
import styles from './triage-view.module.css'

const VIEWS = {
  component: ['queue', 'requirement', 'clusters', 'table'],
  project: ['queue', 'requirement', 'table'],
} as const satisfies Record<string, readonly View[]>

/**
 * The triage: queue, requirement, comment and the seven decisions. The selection changes only when the user decides or
 * moves; other users' changes show in place.
 */
export function TriageView(props: TriageProps) {
  const { scope, projectId, parent, search, onSearch } = props
  const view: View = scope.kind === 'project' && search.view === 'clusters' ? 'queue' : search.view
  const triage = useTriage(props)
  const { actions, onMerge } = useActions(triage, projectId, view)
  const { selection, opened, setOpened, selected, component } = triage
  const onView = useEventCallback((newView: View) => onSearch({ ...search, view: newView }))
  const lastDecision = useLastDecision(triage)
  const isNarrow = useMediaQuery('(max-width: 719px)')
  const isLow = useMediaQuery('(max-height: 479px)')
  const hasPanes = view !== 'clusters' && view !== 'table' && selection.row !== undefined
  const banners = useBanners(triage, hasPanes)
  const isAboveDecisions = hasPanes && !isLow
  const decisions = useDecisions(triage, projectId, isAboveDecisions && banners)
  const context = useComponentContext(selection.row)
  useUnsavedBefore()
  usePresence(
    {
      componentId: context?.componentId,
      ruleId: selection.row?.rule_id ?? undefined,
      reviewId: selection.row?.id,
    },
    true,
  )
  return (
    <ComponentContext value={context}>
      <div className={styles['triage']}>
        <TriageHead
          scope={scope}
          parent={parent}
          record={selection.row && view !== 'clusters' ? String(selection.row.id) : undefined}
          view={view}
          views={VIEWS[scope.kind]}
          lastDecision={lastDecision}
          onView={onView}
        />
        <TriageBars triage={triage} scope={scope} projectId={projectId} view={view} onMerge={onMerge} />
        <Suspense fallback={<Loading />}>
          <TriageBody {...props} {...{ triage, view, onView }} decisions={isNarrow ? null : decisions} />
        </Suspense>
        {isNarrow && hasPanes && decisions}
        {!isAboveDecisions && <LowerEdge>{banners}</LowerEdge>}
        <Dialogs
          {...{ opened, actions, projectId }}
          row={selection.row}
          componentId={component.componentId}
          onClose={() => setOpened(null)}
          onDone={() => {
            setOpened(null)
            selected.none()
          }}
        />
      </div>
    </ComponentContext>
  )
}

/** The last decision with its undo button, memoized. */
function useLastDecision({ undoing }: Triage): ReactNode {
  const { last } = undoing
  const undo = useEventCallback(undoing.undo)
  return useMemo(() => last && <LastDecision last={last} onUndo={undo} />, [last, undo])
}

/** The banners, memoized. */
function useBanners({ selection, store, notice, deciding }: Triage, hasPanes: boolean) {
  const row = hasPanes ? selection.row : undefined
  const { failures, failedUndo } = store
  return useMemo(
    () => <TriageBanners {...{ row, failures, failedUndo, notice, deciding }} />,
    [row, failures, failedUndo, notice, deciding],
  )
}

/** The decisions, memoized. */
function useDecisions(triage: Triage, projectId: number, banners: ReactNode) {
  const { selection, people, person, alike, deciding, allowed, selected, queue, onMore } = triage
  const { row } = selection
  const next = row && findNextFree(queue.rows, row.id)
  const userId = person.id
  const count = selected.ids.size
  return useMemo(
    () =>
      row && (
        <DecisionsOfRow
          {...{ row, projectId, people, userId, alike, deciding, allowed, next, banners, onMore }}
          selected={count}
        />
      ),
    [row, projectId, people, userId, alike, deciding, allowed, next, banners, onMore, count],
  )
}

type BodyProps = TriageProps & {
  triage: Triage
  view: View
  onView: (view: View) => void
  /** Below the comment; null on a phone, where they stick to the bottom of the page. */
  decisions: ReactNode
}

/** The comments in the chosen view. */
function TriageBody(props: BodyProps) {
  const { scope, projectId, search, onSearch, triage, view, onView } = props
  const { selection, queue, selected, people } = triage
  const { row, select: setCurrent, addressedReview } = selection
  if (view === 'clusters' && scope.kind === 'component') {
    return <ClustersView componentId={scope.id} projectId={projectId} onQueue={() => onView('queue')} />
  }
  if (view === 'table') {
    return (
      <div className={styles['table']}>
        <TableView
          rows={queue.rows}
          total={queue.total}
          current={row?.id ?? null}
          selected={selected.ids}
          people={people}
          onCurrent={setCurrent}
          onOpen={(id) => {
            setCurrent(id)
            onSearch({ ...search, view: 'queue', comment: id })
          }}
          onSelect={selected.toggle}
        />
      </div>
    )
  }
  if (row) return <QueueBody {...props} row={row} />
  if (addressedReview.isFetching) return null
  return (
    <div className={styles['nothing']}>
      {addressedReview.error ? (
        <UnreadComment {...{ triage }} error={addressedReview.error} />
      ) : (
        <EmptyQueue {...props} />
      )}
    </div>
  )
}

/** The selected comment is missing or could not be read. */
function UnreadComment({ error, triage: { selection, notice } }: { error: unknown; triage: Triage }) {
  const { id, selectFirst, addressedReview } = selection
  const problem = toProblem(error)
  if (problem.status === 404 && id !== null) {
    return (
      <Suspense>
        <MissingComment key={id} {...{ id, notice }} onLeave={selectFirst} />
      </Suspense>
    )
  }
  const retryButton = <Button onPress={() => void addressedReview.refetch()}>{t('Try again')}</Button>
  return <ProblemBanner problem={problem} action={retryButton} />
}

function QueueBody({ row, scope, projectId, triage, view, decisions }: BodyProps & { row: Row }) {
  const { queue, undecidedCount, component, deciding, people, alike, toHref, selected, filter, undoing } =
    triage
  // A user who only looks at past decisions has not finished anything.
  const isDone = undecidedCount === 0 && queue.rest === 'loaded' && undoing.last !== undefined
  const end = useMemo(
    () => isDone && <LazyFinished scope={scope} projectId={projectId} />,
    [isDone, scope, projectId],
  )
  const panel = useMemo(
    () => <Panel {...{ row, people, alike, deciding, toHref, end, decisions }} />,
    [row, people, alike, deciding, toHref, end, decisions],
  )
  return (
    <Panes
      {...{ row, undecidedCount, projectId, deciding, toHref, panel }}
      rows={queue.rows}
      titles={component.titles}
      isLoadingMore={queue.rest === 'loading'}
      sort={filter.sort}
      byRequirement={view === 'requirement'}
      selected={selected.ids}
    />
  )
}

function EmptyQueue({ scope, projectId, triage: { queue, filter, onFilter } }: BodyProps) {
  if (queue.rows.length > 0 || isUnfiltered(filter)) {
    return <LazyFinished scope={scope} projectId={projectId} />
  }
  const clearFilters = () => onFilter(toFilter(readSearch(TRIAGE_SEARCH, {})))
  return (
    <Empty action={<Button onPress={clearFilters}>{t('Clear the filters')}</Button>}>
      {t('No comments match these filters')}
    </Empty>
  )
}

/** Loads lazily without replacing its surroundings. */
function LazyFinished(props: ComponentProps<typeof Finished>) {
  return (
    <Suspense>
      <Finished {...props} />
    </Suspense>
  )
}

function isUnfiltered(filter: TriageFilter): boolean {
  return setIn(filter) === 0 && filter.q.trim() === ''
}
