import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { runAfterPaint } from '../../app/run-after-paint.ts'
import { Loading, Missing } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { Button, IconButton } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Split } from '../../kit/split.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { ComponentFrame } from '../components/component-frame.tsx'
import styles from './authoring.module.css'
import { Navigator } from './editor/navigator.tsx'
import { EditorView } from './editor/editor-view.tsx'
import { FilterBar } from './filter-bar.tsx'
import { requirementRoute } from './requirement.route.ts'
import { requirementsOf, rowNamed, sharedStarts, type Row } from './requirements.ts'
import { familiesIn, groupRows, filterRows, nextUndetermined } from './rows.ts'
import { opening } from './status-icons.ts'
import { useAddresses } from './use-addresses.ts'

const GoTo = lazy(async () => ({ default: (await import('./go-to.tsx')).GoTo }))

/** The editor: all requirements at the side, one of them in the middle, what belongs to it beside. */
export default function RequirementPage() {
  const { id, name } = requirementRoute.useParams()
  const filters = requirementRoute.useSearch()
  const navigate = useNavigate()
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: rows } = useSuspenseQuery(requirementsOf(id))
  const row = useMemo(() => rowNamed(rows, name), [rows, name])
  const found = useMemo(() => filterRows(rows, filters), [rows, filters])
  const families = useMemo(() => familiesIn(rows), [rows])
  const lines = useMemo(() => groupRows(found, filters.group), [found, filters.group])
  const [going, setGoing] = useState(false)
  const rule = useQuery({
    ...api.rules.show.queryOptions({ ruleId: row?.id ?? 0 }),
    enabled: row !== undefined,
  })

  const place = useMemo(() => found.findIndex((one) => one.id === row?.id), [found, row])
  useEffect(() => {
    for (const near of [found[place + 1], found[place - 1]]) {
      if (near) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId: near.id }))
    }
  }, [found, place])

  const open = (to: Row | undefined) => {
    if (!to) return announce('There is no further one.')
    opening.show(to.id)
    const params = { id, name: to.displayed_name }
    runAfterPaint(() => void navigate({ to: '/components/$id/$name', params, search: filters }))
  }
  const shownId = row?.id
  useEffect(() => () => opening.show(null), [shownId])
  // Keys may be faster than the editor: they go on from what is being opened.
  const step = (by: 1 | -1) => {
    const from = opening.now()
    open(found[(from === null ? place : found.findIndex((one) => one.id === from)) + by])
  }
  const toTable = () => void navigate({ to: '/components/$id/edit', params: { id }, search: filters })
  const onDone = () => {
    const next = row && nextUndetermined(rows, row.id)
    if (!next) announce('Saved. All requirements are determined.')
    else open(next)
  }
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    back: toTable,
    goTo: () => setGoing(true),
  })
  const start = useMemo(() => sharedStarts(rows).title, [rows])
  const hrefOf = useAddresses(id, filters)
  const onOpen = useEventCallback(open)
  if (!row) return <Missing />
  return (
    <ComponentFrame id={id}>
      <div className={styles['page']}>
        <FilterBar
          filters={filters}
          type={component.document_type}
          families={families}
          found={found.length}
          all={rows.length}
          onFilter={(change) =>
            void navigate({
              to: '/components/$id/$name',
              params: { id, name },
              search: { ...filters, ...change },
              replace: true,
            })
          }
        >
          <span className={`${styles['steps']} only-narrow`}>
            <IconButton icon="left" label="Previous requirement" onPress={() => step(-1)} />
            <IconButton icon="right" label="Next requirement" onPress={() => step(1)} />
          </span>
          <Link to="/components/$id/edit" params={{ id }} search={filters} look="button">
            Table
          </Link>
        </FilterBar>
        <Split
          name="requirements"
          side="start"
          start={300}
          label="requirements"
          pane={<Navigator lines={lines} current={row.id} start={start} hrefOf={hrefOf} onOpen={onOpen} />}
        >
          {rule.data ? (
            <EditorView key={row.id} rule={rule.data} component={component} rows={rows} onDone={onDone} />
          ) : rule.error ? (
            <ProblemBanner
              problem={problemOf(rule.error)}
              action={<Button onPress={() => void rule.refetch()}>Try again</Button>}
            />
          ) : (
            <Loading />
          )}
        </Split>
        <Suspense>{going && <GoTo rows={rows} onGo={open} onClose={() => setGoing(false)} />}</Suspense>
      </div>
    </ComponentFrame>
  )
}
