import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { findMinRole, isForRole } from '../../app/page-roles.ts'
import { Missing } from '../../app/states.tsx'
import { ComponentFrame, formatTitle } from '../components/component-frame.tsx'
import { TriageView } from './triage-view.tsx'

const route = getRouteApi('/signed-in/components/$id/triage')

/** The triage of a component's comments. */
export default function TriagePage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const scope = useMemo(() => ({ kind: 'component', id }) as const, [id])
  const { data: component } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  // Readers use the comments page instead.
  if (!isForRole(findMinRole('components', '/triage'), component.effective_permissions)) return <Missing />
  return (
    <ComponentFrame id={id}>
      <TriageView
        scope={scope}
        projectId={component.project_id}
        parent={formatTitle(component)}
        search={search}
        onSearch={(newSearch) =>
          void navigate({ to: '/components/$id/triage', params: { id }, search: newSearch, replace: true })
        }
      />
    </ComponentFrame>
  )
}
