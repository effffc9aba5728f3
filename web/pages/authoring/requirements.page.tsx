import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { useMediaQuery } from '../../app/use-media-query.ts'
import { useKeys } from '../../app/use-keys.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { Button } from '../../kit/button.tsx'
import { Grid } from '../../kit/grid.tsx'
import { Link } from '../../kit/link.tsx'
import { ComponentFrame } from '../components/component-frame.tsx'
import styles from './authoring.module.css'
import { columnsOf } from './columns.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { firstRequirementsOf, requirementsOf, sharedStarts } from './requirements.ts'
import { requirementsRoute } from './requirements.route.ts'
import { familiesIn, groupRows, isHeading, filterRows, type GridRow } from './rows.ts'
import type { Filters } from './search.ts'
import { undoLast } from './undo.ts'
import { useAddresses } from './use-addresses.ts'

const AddRequirement = lazy(async () => ({ default: (await import('./add-requirement.tsx')).AddRequirement }))
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))
const FindAndReplace = lazy(async () => ({
  default: (await import('./find-and-replace.tsx')).FindAndReplace,
}))
const GoTo = lazy(async () => ({ default: (await import('./go-to.tsx')).GoTo }))

const keyOf = (line: GridRow) => (isHeading(line) ? line.heading : line.id)

/** All requirements of a component: filtered, grouped, selected and opened by keys. */
export default function RequirementsPage() {
  const { id } = requirementsRoute.useParams()
  const filters = requirementsRoute.useSearch()
  const navigate = useNavigate()
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: state } = useSuspenseQuery(api.components.workflowState.queryOptions({ id }))
  const { data: first } = useSuspenseQuery(firstRequirementsOf(id))
  const all = useQuery({
    ...requirementsOf(id),
    // Who lost the right to look sees nothing of what was read before.
    throwOnError: (error) => [403, 404].includes(problemOf(error).status),
  })
  const rows = all.data ?? first.rows
  const isWhole = all.data !== undefined || first.whole
  const found = useMemo(() => filterRows(rows, filters), [rows, filters])
  const families = useMemo(() => familiesIn(rows), [rows])
  const lines = useMemo(() => groupRows(found, filters.group), [found, filters.group])
  const [current, setCurrent] = useState<string | number | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [from, setFrom] = useState(0)
  const [opened, setOpened] = useState<'replace' | 'goTo' | 'add' | null>(null)
  const place = Math.max(
    0,
    lines.findIndex((line) => keyOf(line) === current),
  )

  const open = (line: GridRow | undefined) => {
    if (line === undefined || isHeading(line)) return
    void navigate({ to: '/components/$id/$name', params: { id, name: line.displayed_name }, search: filters })
  }
  const step = (by: 1 | -1) => {
    let to = current === null && by === 1 ? 0 : place + by
    let line = lines[to]
    while (line && isHeading(line)) line = lines[(to += by)]
    if (line) setCurrent(keyOf(line))
  }
  const toggle = (one: number) => {
    const next = new Set(selected)
    if (!next.delete(one)) next.add(one)
    setSelected(next)
  }
  const select = (range: boolean) => {
    const [first, last] = range ? [Math.min(from, place), Math.max(from, place)] : [place, place]
    const ids = lines.slice(first, last + 1).flatMap((line) => (isHeading(line) ? [] : [line.id]))
    const next = new Set(selected)
    for (const one of ids)
      if (!range && next.has(one)) next.delete(one)
      else next.add(one)
    setSelected(next)
    setFrom(place)
  }
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    open: () => open(lines[place]),
    select: () => select(false),
    selectRange: () => select(true),
    goTo: () => setOpened('goTo'),
    undo: () => void undoLast(id),
  })
  const mayWrite = roleAtLeast(component.effective_permissions, 'author') && !component.released
  const release = component.version === null ? '' : `V${component.version}R${component.release ?? 0}`
  const chosen = useMemo(() => rows.filter((row) => selected.has(row.id)), [rows, selected])
  const isAll = isWhole && found.length > 0 && found.every((row) => selected.has(row.id))
  const narrow = useEventCallback(
    (change: Partial<Filters>) =>
      void navigate({
        to: '/components/$id/edit',
        params: { id },
        search: { ...filters, ...change },
        replace: true,
      }),
  )
  const onSelect = useEventCallback(toggle)
  const onAll = useEventCallback(() => setSelected(new Set(isAll ? [] : found.map((row) => row.id))))
  const onOpen = useEventCallback(open)
  const hrefOf = useAddresses(id, filters)
  const starts = useMemo(() => sharedStarts(rows), [rows])
  const isNarrow = useMediaQuery('(max-width: 719px)')
  const isWide = useMediaQuery('(min-width: 1600px)')
  const columns = useMemo(
    () =>
      columnsOf({
        filters,
        starts,
        isNarrow,
        hrefOf,
        onOpen,
        onSort: (sort, order) => narrow({ sort, order }),
        ...(mayWrite ? { selection: { selected, all: isAll, isWhole, onSelect, onAll } } : {}),
      }),
    [filters, starts, isNarrow, hrefOf, onOpen, narrow, mayWrite, selected, isAll, isWhole, onSelect, onAll],
  )
  return (
    <ComponentFrame id={id}>
      <div className={styles['page']}>
        <PageTitle title="Requirements" trail={[component.name]} about={`${component.name} ${release}`}>
          {mayWrite && (
            <span className={styles['row']}>
              <Button onPress={() => setOpened('replace')}>
                {selected.size > 0 ? `Find and replace in ${selected.size} selected` : 'Find and replace'}
              </Button>
              <Button icon="plus" isDisabled={component.frozen_for_writes} onPress={() => setOpened('add')}>
                Add
              </Button>
            </span>
          )}
        </PageTitle>
        <FilterBar
          filters={filters}
          type={component.document_type}
          families={families}
          found={found.length}
          all={isWhole ? rows.length : Math.max(rows.length, state.authoring.rules_total)}
          isReading={!isWhole}
          onFilter={narrow}
        >
          {!isWhole && all.isError && <Button onPress={() => void all.refetch()}>Read the rest</Button>}
          <ColumnMenu shown={filters.cols} onShow={(cols) => narrow({ cols })} />
        </FilterBar>
        {mayWrite && chosen.length > 0 && (
          <Suspense>
            <BulkBar component={component} rows={chosen} onClear={() => setSelected(new Set())} />
          </Suspense>
        )}
        {lines.length > 0 ? (
          <Grid
            label="Requirements"
            columns={columns}
            rows={lines}
            lines={isNarrow ? 3 : isWide ? 1 : 2}
            {...(isWhole ? {} : { total: state.authoring.rules_total })}
            keyOf={keyOf}
            current={current ?? keyOf(lines[0] ?? { heading: '', count: 0 })}
            onCurrent={(line) => setCurrent(keyOf(line))}
            onOpen={open}
            isSelected={(line) => !isHeading(line) && selected.has(line.id)}
          />
        ) : (
          <Empty
            action={
              <Link to="/components/$id/edit" params={{ id }} search={{}} look="button">
                Show all
              </Link>
            }
          >
            {rows.length === 0
              ? 'There is no requirement yet.'
              : isWhole
                ? 'No requirement fits these filters.'
                : 'No requirement fits these filters so far; the others are being read.'}
          </Empty>
        )}
        <Suspense>
          {opened === 'replace' && (
            <FindAndReplace componentId={id} ruleIds={[...selected]} onClose={() => setOpened(null)} />
          )}
          {opened === 'add' && (
            <AddRequirement
              componentId={id}
              isAdmin={component.effective_permissions === 'admin'}
              rows={rows}
              onAdded={(name) =>
                void navigate({ to: '/components/$id/$name', params: { id, name }, search: filters })
              }
              onClose={() => setOpened(null)}
            />
          )}
          {opened === 'goTo' && <GoTo rows={rows} onGo={open} onClose={() => setOpened(null)} />}
        </Suspense>
      </div>
    </ComponentFrame>
  )
}
