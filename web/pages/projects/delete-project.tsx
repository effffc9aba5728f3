import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client, queryClient } from '../../api/client.ts'
import { notify } from '../../kit/toast.tsx'
import { TypeTheName } from '../../kit/type-the-name.tsx'
import type { Project } from './project-frame.tsx'

/** Deletes a project, and leads to the others. */
export function DeleteProject({ project: { id, name }, onClose }: { project: Project; onClose: () => void }) {
  const navigate = useNavigate()
  const destroy = useMutation({
    mutationFn: () => client.projects.destroy.mutate({ id }),
    onSuccess: async ({ toast }) => {
      notify(toast.message.join(' '))
      await navigate({ to: '/projects' })
      queryClient.removeQueries(api.projects.show.queryFilter({ id }))
      void queryClient.invalidateQueries(api.projects.pathFilter())
    },
  })
  return (
    <TypeTheName
      title={`Delete ${name}?`}
      name={name}
      action="Delete for good"
      error={destroy.error}
      isPending={destroy.isPending}
      onConfirm={() => destroy.mutate()}
      onClose={onClose}
    >
      <p>Everything in it goes, for everybody. This cannot be taken back.</p>
    </TypeTheName>
  )
}
