import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient, type Outputs } from '../../../api/client.ts'
import { useFormChanges } from '../../../app/use-form-changes.ts'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'

export type Header = Outputs['components']['header']
export type Details = Pick<
  Header,
  'name' | 'prefix' | 'title' | 'version' | 'release' | 'description' | 'admin_name' | 'admin_email'
>

/** Saves the details of a component that the user changed. */
export function useSaveDetails(component: Header) {
  const { id } = component
  const { plan, settle } = useFormChanges<Details>(component)
  return useMutation({
    mutationFn: (values: Details) => {
      const { changes, expectedVersion } = plan(values)
      return client.components.update.mutate({
        id,
        component: changes,
        expected_lock_version: expectedVersion,
      })
    },
    onSuccess: ({ component: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, error, values) => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      settle(values, error, queryClient.getQueryData(api.components.header.queryKey({ id })))
    },
  })
}
