import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Select } from '../../kit/select.tsx'
import { toLabelInSentence, t } from '../../languages/t.ts'

/** Chooses an SRG component that is not released: first its project, then the component. */
export function ComponentChoice({
  label,
  onChoose,
}: {
  label: string
  onChoose: (id: number | null) => void
}) {
  const [projectId, setProjectId] = useState<number | null>(null)
  const [componentId, setComponentId] = useState<number | null>(null)
  const { data: projects } = useQuery(api.projects.list.queryOptions({}))
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
      <Select
        label={t('Project of the {label}', { label: toLabelInSentence(label) })}
        placeholder={t('Choose a project')}
        isDisabled={projects === undefined}
        options={(projects ?? [])
          .filter(({ is_member, admin }) => is_member || admin)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(projectId ?? '')}
        onChange={(value) => {
          setProjectId(Number(value))
          choose(null)
        }}
      />
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
      {project && components.length === 0 && (
        <p className="muted small">{t('This project has no SRG component that can still be edited.')}</p>
      )}
    </>
  )
}
