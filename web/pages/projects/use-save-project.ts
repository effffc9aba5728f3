import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { useFormChanges } from '../../app/use-form-changes.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import type { Project } from './project-frame.tsx'

export type ProjectValues = Pick<Project, 'name' | 'description' | 'visibility'>

/** Saves the values of a project that the user changed. */
export function useSaveProject(project: Project) {
  const { id } = project
  const { plan, settle } = useFormChanges<ProjectValues>(project)
  return useMutation({
    mutationFn: (values: ProjectValues) => {
      const { changes, expectedVersion } = plan(values)
      return client.projects.update.mutate({ id, project: changes, expected_lock_version: expectedVersion })
    },
    onSuccess: ({ project: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, error, values) => {
      await queryClient.invalidateQueries(api.projects.pathFilter())
      settle(values, error, queryClient.getQueryData(api.projects.show.queryKey({ id })))
    },
  })
}
