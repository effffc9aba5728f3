import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Select } from '../../kit/select.tsx'
import { toLabelInSentence, t } from '../../languages/t.ts'

/** Chooses an SRG component that is not released: first its project unless it is given, then the component. */
export function ComponentChoice({
  label,
  fixedProjectId = null,
  onChoose,
}: {
  label: string
  fixedProjectId?: number | null
  onChoose: (id: number | null) => void
}) {
  const [projectId, setProjectId] = useState(fixedProjectId)
  const [componentId, setComponentId] = useState<number | null>(null)
  const { data: projects } = useQuery(api.projects.list.queryOptions({}))
  const ownProjects = (projects ?? []).filter(({ is_member, admin }) => is_member || admin)
  const { data: project } = useQuery(
    api.projects.show.queryOptions({ id: projectId ?? 0 }, { enabled: projectId !== null }),
  )
  const components = (project?.components ?? []).filter(
    ({ document_type: type, released }) => type === 'srg' && !released,
  )
  const choose = (id: number | null) => {
    setComponentId(id)
    onChoose(id)
  }
  return (
    <>
      {fixedProjectId === null && (
        <Select
          label={t('Project of the {label}', { label: toLabelInSentence(label) })}
          placeholder={t('Choose a project')}
          isDisabled={ownProjects.length === 0}
          options={ownProjects.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(projectId ?? '')}
          onChange={(value) => {
            setProjectId(Number(value))
            choose(null)
          }}
        />
      )}
      <Select
        label={label}
        placeholder={components.length === 0 ? t('None') : t('Choose a component')}
        isDisabled={components.length === 0}
        options={components.map(({ id, name, prefix }) => ({
          value: String(id),
          label: `${name} (${prefix})`,
        }))}
        value={String(componentId ?? '')}
        onChange={(value) => choose(Number(value))}
      />
      {projects && ownProjects.length === 0 && (
        <p className="muted small">{t('You aren’t a member of any project yet.')}</p>
      )}
      {project && components.length === 0 && (
        <p className="muted small">{t('This project has no SRG component that can still be edited.')}</p>
      )}
    </>
  )
}
