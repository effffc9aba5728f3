import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { restoreLostFocus } from '../../app/restore-lost-focus.ts'
import { Confirm } from '../../kit/confirm.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

/** A session that is about to end, or all but this one. */
export type EndingSession = { id: number; browser: string } | 'others'

/** Asks before sessions of the user end. */
export function EndSessions({ session, onClose }: { session: EndingSession; onClose: () => void }) {
  const isAll = session === 'others'
  const end = useMutation({
    mutationFn: async () => {
      if (isAll) await client.sessions.endOthers.mutate()
      else await client.sessions.end.mutate({ id: session.id })
    },
    onSuccess: () => {
      notify(isAll ? t('Your other sessions are ended.') : t('The session is ended.'))
      onClose()
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(api.sessions.list.queryFilter())
      restoreLostFocus()
    },
  })
  return (
    <Confirm
      title={
        isAll
          ? t('End all other sessions?')
          : t('End the session of {browser}?', { browser: session.browser })
      }
      action={isAll ? t('End all others') : t('End session')}
      error={end.error}
      isPending={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {isAll
        ? t('All other browsers are signed out at once. Text that is not saved there can be lost.')
        : t('That browser is signed out at once. Text that is not saved there can be lost.')}
    </Confirm>
  )
}
