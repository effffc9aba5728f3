import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { createLazyPart, usePreloadedParts } from '../../app/lazy-part.tsx'
import { Loading } from '../../app/states.tsx'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { useKeys } from '../../app/use-keys.ts'
import { Split } from '../../kit/split.tsx'
import { t } from '../../languages/t.ts'
import { ComponentFrame } from '../components/component-frame.tsx'
import { usePresence } from '../presence/present.ts'
import { AuthoringPage } from './authoring-page.tsx'
import type { Component } from './editor/component.ts'
import { Navigator } from './editor/navigator.tsx'
import { RequirementContent } from './editor/requirement-content.tsx'
import { RequirementFilters } from './editor/requirement-filters.tsx'
import { useEditorRows } from './editor/use-editor-rows.ts'
import { useRequirementSteps } from './editor/use-requirement-steps.ts'
import { requirementRoute } from './requirement.route.ts'
import { findRowByName } from './requirements.ts'
import { filterRows, groupRows } from './rows.ts'
import { findSharedStarts } from './shared-starts.ts'
import { useSinceVisit } from './since-visit.ts'
import { useUnsavedBefore } from './unsaved.ts'
import { useAddresses } from './use-addresses.ts'

const GoTo = createLazyPart(async () => (await import('./go-to.tsx')).GoTo)
const MissingRequirement = createLazyPart(
  async () => (await import('./missing-requirement.tsx')).MissingRequirement,
)
const PARTS = [GoTo]

/** The editor page: the list of requirements, the current one, and the context panel. */
export default function RequirementPage() {
  const { id, name } = requirementRoute.useParams()
  const filters = requirementRoute.useSearch()
  const navigate = useNavigate()
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { rows, isWhole } = useEditorRows(id, name)
  const row = useMemo(() => findRowByName(rows, name), [rows, name])
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const since = useSinceVisit(person.id, id)
  useUnsavedBefore()
  usePreloadedParts(PARTS)
  const { matchingRows, lines } = useFilteredRows(rows, filters, since)
  const [going, setGoing] = useState(false)
  usePresence({ componentId: id, ruleId: row?.id }, component.effective_permissions !== null)
  const steps = { componentId: id, filters, rows, matchingRows, isWhole, shownId: row?.id }
  const { open, step, openUndetermined } = useRequirementSteps(steps)
  const isMissing = !row && isWhole
  const keys = {
    next: () => step(1),
    previous: () => step(-1),
    back: () => void navigate({ to: '/components/$id/edit', params: { id }, search: filters }),
    goTo: () => setGoing(true),
  }
  useKeys(isMissing ? {} : keys)
  const start = useMemo(() => findSharedStarts(rows).title, [rows])
  const toHref = useAddresses(id, filters)
  const onOpen = useEventCallback(open)
  if (!row) return <WithoutRow component={component} name={name} isMissing={isMissing} />
  return (
    <ComponentFrame id={id}>
      <AuthoringPage>
        <RequirementFilters
          component={component}
          name={name}
          filters={filters}
          rows={rows}
          matchCount={matchingRows.length}
          onStep={step}
        />
        <Split
          name="requirements"
          side="start"
          start={300}
          label={t('requirements')}
          pane={<Navigator lines={lines} current={row.id} start={start} toHref={toHref} onOpen={onOpen} />}
        >
          <RequirementContent
            ruleId={row.id}
            component={component}
            rows={rows}
            onDone={() => void openUndetermined()}
          />
        </Split>
        <Suspense>{going && <GoTo rows={rows} onGo={open} onClose={() => setGoing(false)} />}</Suspense>
      </AuthoringPage>
    </ComponentFrame>
  )
}

/** The page before the requirement is loaded, or if the component lacks it. */
function WithoutRow({ isMissing, ...missing }: { component: Component; name: string; isMissing: boolean }) {
  return (
    <ComponentFrame id={missing.component.id}>
      <Suspense fallback={<Loading />}>
        {isMissing ? <MissingRequirement {...missing} /> : <Loading />}
      </Suspense>
    </ComponentFrame>
  )
}

/** The filtered requirements, and the grouped lines of the navigator. */
function useFilteredRows(...[rows, filters, since]: Parameters<typeof filterRows>) {
  const matchingRows = useMemo(() => filterRows(rows, filters, since), [rows, filters, since])
  const lines = useMemo(() => groupRows(matchingRows, filters.group), [matchingRows, filters.group])
  return { matchingRows, lines }
}
