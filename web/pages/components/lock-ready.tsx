import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { restoreLostFocus } from '../../app/restore-lost-focus.ts'
import { Button } from '../../kit/button.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import type { Summary } from './phase.ts'

/** Locks each requirement that is determined and reviewed; the page lists the others. */
export function LockReady({ summary: { id }, count }: { summary: Summary; count: number }) {
  const lock = useMutation({
    mutationFn: () =>
      client.components.lock.mutate({
        id,
        review: { action: 'lock_control', comment: t('Locked as ready for release.') },
      }),
    onSuccess: ({ toast }) =>
      toast.variant === 'warning'
        ? notify(t('The requirements that are ready are locked. The others are not ready yet.'), {
            variant: 'info',
          })
        : notify(t('All requirements are locked.')),
    onError: notifyError,
    onSettled: async () => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      await queryClient.invalidateQueries(api.rules.pathFilter())
      restoreLostFocus()
    },
  })
  return (
    <Button icon="lock" isPending={lock.isPending} onPress={() => lock.mutate()}>
      {t(
        { count, one: 'Lock {count} that is ready', other: 'Lock {count} that are ready' },
        { count: formatNumber(count) },
      )}
    </Button>
  )
}
