import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { toReason } from '../../api/errors.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import type { Project } from './project-frame.tsx'
import { planProjectUpdate, type ProjectValues } from './project-update.ts'

/**
 * Saves the values that the user changed since the page showed them, while the project updates live. A value that another
 * user changed in the meantime is a conflict; after its message, the next save replaces it.
 */
export function useSaveProject(project: Project) {
  const { id } = project
  const [base, setBase] = useState(project)
  return useMutation({
    mutationFn: (values: ProjectValues) =>
      client.projects.update.mutate({ id, ...planProjectUpdate(base, project, values) }),
    onSuccess: ({ project: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, error) => {
      await queryClient.invalidateQueries(api.projects.pathFilter())
      const current = queryClient.getQueryData(api.projects.show.queryKey({ id }))
      if (current && (error === null || toReason(error) === 'stale')) setBase(current)
    },
  })
}
