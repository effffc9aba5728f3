import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client, queryClient } from '../../api/client.ts'
import { notify } from '../../kit/toast.tsx'
import { TypeTheName } from '../../kit/type-the-name.tsx'
import type { Summary } from './phase.ts'

/** Deletes a component, and leads to its project. */
export function DeleteComponent({ summary, onClose }: { summary: Summary; onClose: () => void }) {
  const { id, name, project_id: projectId } = summary
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => client.components.remove.mutate({ id }),
    onSuccess: async ({ toast }) => {
      notify(toast.message.join(' '))
      void queryClient.invalidateQueries(api.projects.pathFilter())
      await navigate({ to: '/projects/$id', params: { id: projectId } })
    },
  })
  return (
    <TypeTheName
      title={`Delete ${name}?`}
      name={name}
      action="Delete for good"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Its requirements and comments go with it, for everybody. This cannot be taken back.</p>
    </TypeTheName>
  )
}
