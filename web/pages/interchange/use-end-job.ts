import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { restoreLostFocus } from '../../app/restore-lost-focus.ts'
import { notifyError } from '../../kit/toast.tsx'

/** Cancels a job that has not ended, or removes it from the list. */
export function useEndJob(id: number) {
  return useMutation({
    mutationFn: () => client.jobs.end.mutate({ id }),
    onError: notifyError,
    onSettled: async () => {
      await queryClient.invalidateQueries(api.jobs.list.pathFilter())
      restoreLostFocus()
    },
  })
}
