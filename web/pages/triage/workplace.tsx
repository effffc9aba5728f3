import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import { problemOf } from '../../api/errors.ts'
import { me } from '../../api/me.ts'
import { announce } from '../../app/announce.tsx'
import { queryOf, readSearch } from '../../app/search.ts'
import { useStable } from '../../app/use-stable.ts'
import { Empty, Loading } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import { allowedIn } from '../comments/comment.tsx'
import type { Alike } from './comment-pane.tsx'
import { Dialogs, type Opened } from './dialogs.tsx'
import type { Choice } from './decisions.ts'
import { deskSnapshot, onDesk } from './desk.ts'
import { doablesOf } from './doables.ts'
import { TriageHead } from './head.tsx'
import { LastDecision } from './last-decision.tsx'
import { Panel } from './panel.tsx'
import { Panes } from './panes.tsx'
import { ClustersView, FilterBar, TableView } from './parts.ts'
import { usePeople } from './people.ts'
import { leftIn, queueOf, rereadQueues, type Scope } from './queue.ts'
import { nextUndecided } from './rows.ts'
import { filterOf, setIn, TRIAGE_SEARCH, type TriageFilter, type TriageSearch, type View } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { OtherFailures, UndoRefused } from './strips.tsx'
import styles from './triage.module.css'
import { useComponent } from './use-component.ts'
import { useDeciding } from './use-deciding.ts'
import { useInHand } from './use-in-hand.ts'
import { useLiveQueue } from './use-live.ts'
import { alikeOf, useReadAhead } from './use-read-ahead.ts'
import { useSelection } from './use-selection.ts'
import { useTriageKeys } from './use-triage-keys.ts'
import { useUndo } from './use-undo.ts'
import { whyNot } from './why-not.ts'

const NONE: readonly Alike[] = []
const VIEWS_OF: Record<Scope['kind'], readonly View[]> = {
  component: ['queue', 'requirement', 'clusters', 'table'],
  project: ['queue', 'requirement', 'table'],
}

/**
 * Triage: the queue, the requirement, the comment and the seven decisions. What is in hand stays in hand until one
 * decides or goes on; what others do shows where it happened.
 */
export function Workplace({
  scope,
  projectId,
  trail,
  search,
  onSearch,
}: {
  /** The same object as long as it is the same place. */
  scope: Scope
  projectId: number
  /** What is triaged, for the title. */
  trail: string
  search: TriageSearch
  onSearch: (search: TriageSearch) => void
}) {
  const view: View = scope.kind === 'project' && search.view === 'clusters' ? 'queue' : search.view
  // The comment in hand is no part of it: going on leaves it as it was.
  const filtered = JSON.stringify(filterOf(search))
  const narrowed = useMemo(() => JSON.parse(filtered) as TriageFilter, [filtered])
  const asked = useMemo(() => shownFilter(narrowed, search.view), [narrowed, search.view])
  // What is shown stays until the comments of another filter are there: a list that is open keeps the focus.
  const filter = useDeferredValue(asked)
  const { data: person } = useSuspenseQuery(me())
  const { data: queue } = useSuspenseQuery(queueOf(scope, filter, search.comment))
  const { rows, rest } = queue
  const people = usePeople(projectId)
  const deeds = useSyncExternalStore(onDesk, () => deskSnapshot().deeds)
  const failures = useSyncExternalStore(onDesk, () => deskSnapshot().failures)
  const refused = useSyncExternalStore(onDesk, () => deskSnapshot().refused)
  const told = useLiveQueue(scope, filter)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { row, place, take: setCurrent, named, narrows } = useInHand(queue, filter, search, onSearch)
  const selected = useSelection(rows, place)
  const alike = useQuery({ ...alikeOf(row?.id ?? 0), enabled: row !== undefined }).data?.rows ?? NONE
  const { componentId, component, titles } = useComponent(row?.component_id, scope)
  useReadAhead(rows, place, projectId)

  const reason = whyNot(component)
  const isAdmin = component?.effective_permissions === 'admin'
  const hrefOf = useMemo(() => {
    const query = queryOf({ ...narrowed, view: search.view })
    return (id: number) => `${location.pathname}${query === '' ? '?' : `${query}&`}comment=${id}`
  }, [narrowed, search.view])
  const together = (choice: Choice | null, close = false) => {
    if (selected.ids.size === 0) return false
    setOpened({ kind: 'bulk', selection: { kind: 'rows', rows: selected.rows }, choice, close })
    return true
  }
  const left = useMemo(() => leftIn(queue, filter), [queue, filter])
  const deciding = useDeciding({
    rows,
    row,
    place,
    left,
    isReading: rest === 'reading',
    projectId,
    reason,
    setCurrent,
    onTogether: together,
  })
  const { take, ask } = deciding
  const { last, undo } = useUndo(deeds, scope, person.id, take)
  const merge = () => {
    if (selected.rows.length > 1) setOpened({ kind: 'merge', rows: selected.rows })
    else announce('Select two comments of one person with X first.')
  }
  const doables = row
    ? doablesOf(row, {
        projectId,
        may: reason === null,
        mayEdit: component?.released === false,
        mayReply: component !== undefined && allowedIn(component).replies,
        isAdmin,
        ask,
        select: () => selected.select(false),
        merge: selected.rows.length > 1 ? merge : null,
      })
    : []
  const onMerge = isAdmin ? merge : null
  const onMore = useCallback(() => setOpened({ kind: 'more' }), [])
  const onView = useStable((to: View) => onSearch({ ...search, view: to }))
  useTriageKeys({ view, rows, place, deciding, selected, doables, onMerge, onMore, onUndo: undo })

  const failed = failures.find(({ id }) => id === row?.id)
  const takeBack = useStable(undo)
  const lastDecision = useMemo(() => last && <LastDecision last={last} onUndo={takeBack} />, [last, takeBack])
  const unread = queue.total - rows.length
  const isWaiting = filter !== asked
  const end = useMemo(
    () => (
      <>
        {lastDecision}
        <span className="small muted" role="status">
          {isWaiting ? 'Reading' : `${left.toLocaleString('en-US')} left`}
          {!isWaiting &&
            unread > 0 &&
            (rest === 'reading'
              ? `, the rest is being read`
              : `, ${unread.toLocaleString('en-US')} of them not read`)}
        </span>
        {rest === 'failed' && <Button onPress={() => void rereadQueues()}>Read them</Button>}
      </>
    ),
    [lastDecision, left, unread, rest, isWaiting],
  )
  const onFilter = useStable((change: Partial<TriageFilter>) => {
    selected.none()
    narrows()
    onSearch({ ...search, ...change })
  })
  const next = row && nextUndecided(rows, row.id)
  const chosen = selected.ids.size
  const own = person.id
  const panel = useMemo(
    () =>
      row &&
      component && (
        <Panel
          {...{ row, component, projectId, people, alike, deciding, reason, failed, told, hrefOf, onMore }}
          {...{ own, next }}
          selected={chosen}
        />
      ),
    [
      row,
      component,
      projectId,
      people,
      alike,
      deciding,
      reason,
      failed,
      told,
      hrefOf,
      onMore,
      own,
      next,
      chosen,
    ],
  )
  return (
    <div className={styles['triage']}>
      <TriageHead
        scope={scope}
        trail={trail}
        record={row && view !== 'clusters' ? String(row.id) : undefined}
        view={view}
        views={VIEWS_OF[scope.kind]}
        onView={onView}
      />
      {view === 'clusters' ? (
        last && <div className={styles['lastLine']}>{lastDecision}</div>
      ) : (
        <Suspense fallback={<div className={styles['filters']} />}>
          <FilterBar
            filter={narrowed}
            sorts={view !== 'requirement'}
            people={people}
            onFilter={onFilter}
            end={end}
          />
        </Suspense>
      )}
      {refused && <UndoRefused refused={refused} onOpen={take} />}
      <OtherFailures failures={failures.filter((one) => one !== failed)} onOpen={take} />
      {(selected.ids.size > 0 || view === 'table') && (
        <SelectionBar
          selected={selected.ids.size}
          matching={view === 'table' && scope.kind === 'component' && rows.length > 0 ? queue.total : null}
          may={reason === null}
          onDecide={() => together(null)}
          onDecideAll={() =>
            setOpened({
              kind: 'bulk',
              selection: { kind: 'filter', filter, total: queue.total },
              choice: null,
              close: false,
            })
          }
          onMerge={onMerge}
          onNone={selected.none}
        />
      )}
      <Suspense fallback={<Loading />}>
        {view === 'clusters' && scope.kind === 'component' ? (
          <ClustersView componentId={scope.id} projectId={projectId} reason={reason} />
        ) : view === 'table' ? (
          <div className={styles['table']}>
            <TableView
              rows={rows}
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
        ) : row ? (
          <Panes
            {...{ rows, row, left, titles, projectId, deciding, hrefOf }}
            isReading={rest === 'reading'}
            sort={filter.sort}
            byRequirement={view === 'requirement'}
            selected={selected.ids}
            panel={panel}
          />
        ) : named.isFetching ? null : (
          <div className={styles['nothing']}>
            {named.error ? (
              <ProblemStrip problem={problemOf(named.error)} />
            ) : (
              <Nothing
                isUsual={rows.length > 0 || isUsual(filter)}
                onAll={() => onFilter(filterOf(readSearch(TRIAGE_SEARCH, {})))}
              />
            )}
          </div>
        )}
      </Suspense>
      <Dialogs
        {...{ opened, row, doables, componentId, projectId }}
        onClose={() => setOpened(null)}
        onDone={() => {
          setOpened(null)
          selected.none()
        }}
      />
    </div>
  )
}

/** By requirement, the order is that of the requirements. */
function shownFilter(filter: TriageFilter, view: View): TriageFilter {
  return view === 'requirement' ? { ...filter, sort: 'rule' } : filter
}

function Nothing({ isUsual: usual, onAll }: { isUsual: boolean; onAll: () => void }) {
  if (usual) return <Empty>Nothing waits for a decision.</Empty>
  return (
    <Empty action={<Button onPress={onAll}>Clear the filters</Button>}>No comment fits these filters.</Empty>
  )
}

function isUsual(filter: TriageFilter): boolean {
  return setIn(filter) === 0 && filter.q.trim() === ''
}
