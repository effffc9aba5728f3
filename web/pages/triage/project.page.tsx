import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { findMinRole, isForRole } from '../../app/page-roles.ts'
import { Missing } from '../../app/states.tsx'
import { ProjectFrame } from '../projects/project-frame.tsx'
import { TriageView } from './triage-view.tsx'

const route = getRouteApi('/signed-in/projects/$id/triage')

/** The triage of all components of a project. */
export default function ProjectTriagePage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const scope = useMemo(() => ({ kind: 'project', id }) as const, [id])
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  if (!isForRole(findMinRole('projects', '/triage'), project.effective_permissions)) return <Missing />
  return (
    <ProjectFrame id={id}>
      <TriageView
        scope={scope}
        projectId={id}
        parent={project.name}
        search={search}
        onSearch={(newSearch) =>
          void navigate({ to: '/projects/$id/triage', params: { id }, search: newSearch, replace: true })
        }
      />
    </ProjectFrame>
  )
}
