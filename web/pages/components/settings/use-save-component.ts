import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient, type Inputs, type Outputs } from '../../../api/client.ts'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'

export type Header = Outputs['components']['header']
type Changes = Inputs['components']['update']['component']

/** Saves changes of a component against the version that the page shows, and reads it again. */
export function useSaveComponent({ id, lock_version: version }: Pick<Header, 'id' | 'lock_version'>) {
  return useMutation({
    mutationFn: (component: Changes) =>
      client.components.update.mutate({ id, expected_lock_version: version, component }),
    onSuccess: ({ component: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: () => queryClient.invalidateQueries(api.components.pathFilter()),
  })
}
