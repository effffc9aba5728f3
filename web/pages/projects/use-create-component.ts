import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client, queryClient, type Inputs } from '../../api/client.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

type NewComponent = Inputs['components']['create']['component']

/** Creates a component in a project, also as a copy, and opens it. */
export function useCreateComponent(projectId: number) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (component: NewComponent) => client.components.create.mutate({ projectId, component }),
    onSuccess: async ({ component }) => {
      notify(t('{name} is ready for authoring.', { name: component.name }))
      void queryClient.invalidateQueries(api.projects.pathFilter())
      await navigate({ to: '/components/$id', params: { id: component.id } })
    },
  })
}

/** Converts typed text to a number; other text is sent unchanged, so that the service reports it at the field. */
export function parseNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
