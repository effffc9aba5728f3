import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { toReason } from '../../api/errors.ts'
import { acceptConflict, acceptSave, openForm, planUpdate, type FormState } from '../../app/form-changes.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import type { Project } from './project-frame.tsx'

export type ProjectValues = Pick<Project, 'name' | 'description' | 'visibility'>

/**
 * Saves the values that the user changed, while the project updates live. A value that another user changed in the
 * meantime is a conflict; after its message, the next save replaces it.
 */
export function useSaveProject(project: Project) {
  const { id } = project
  const [form, setForm] = useState<FormState<ProjectValues>>(() => openForm(project))
  return useMutation({
    mutationFn: (values: ProjectValues) => {
      const { changes, expectedVersion } = planUpdate(form, project, values)
      return client.projects.update.mutate({ id, project: changes, expected_lock_version: expectedVersion })
    },
    onSuccess: ({ project: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, error, values) => {
      await queryClient.invalidateQueries(api.projects.pathFilter())
      const current = queryClient.getQueryData(api.projects.show.queryKey({ id }))
      if (!current) return
      if (error === null) setForm((now) => acceptSave(now, current, values))
      else if (toReason(error) === 'stale') setForm((now) => acceptConflict(now, current))
    },
  })
}
