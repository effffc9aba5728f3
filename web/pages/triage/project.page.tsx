import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { Missing } from '../../app/states.tsx'
import { ProjectFrame } from '../projects/project-frame.tsx'
import { projectTriageRoute } from './project.route.ts'
import { Workplace } from './workplace.tsx'

/** The comments of all components of a project, decided one after the other. */
export default function ProjectTriagePage() {
  const { id } = projectTriageRoute.useParams()
  const search = projectTriageRoute.useSearch()
  const navigate = useNavigate()
  const scope = useMemo(() => ({ kind: 'project', id }) as const, [id])
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  if (!roleAtLeast(project.effective_permissions, 'author')) return <Missing />
  return (
    <ProjectFrame id={id}>
      <Workplace
        scope={scope}
        projectId={id}
        trail={project.name}
        search={search}
        onSearch={(to) =>
          void navigate({ to: '/projects/$id/triage', params: { id }, search: to, replace: true })
        }
      />
    </ProjectFrame>
  )
}
