import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

type Project = Pick<Outputs['projects']['list'][number], 'id' | 'name' | 'access_request_id'>

/** Requests access to a discoverable project, or cancels the user's open request. */
export function AccessRequestButton({ project: { id, name, access_request_id } }: { project: Project }) {
  const ask = useMutation({
    mutationFn: async () =>
      access_request_id === null
        ? client.accessRequests.create.mutate({ projectId: id })
        : client.accessRequests.destroy.mutate({ projectId: id, id: access_request_id }),
    onSuccess: () =>
      notify(
        access_request_id === null
          ? t('The admins of {name} will decide.', { name })
          : t('Your request for access to {name} is canceled.', { name }),
      ),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(api.projects.list.queryFilter()),
  })
  return (
    <Button
      onPress={() => ask.mutate()}
      isPending={ask.isPending}
      aria-label={
        access_request_id === null
          ? t('Request access to {name}', { name })
          : t('Cancel the request for access to {name}', { name })
      }
    >
      {access_request_id === null ? t('Request access') : t('Cancel request')}
    </Button>
  )
}
