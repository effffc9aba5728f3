import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { formatExactTime, parseTimestamp } from '../../../api/time.ts'
import { restoreLostFocus } from '../../../app/restore-lost-focus.ts'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { notify } from '../../../kit/toast.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatCount, t } from '../../../languages/t.ts'

/** The last update of a component to another release of its SRG, with its undo; nothing if it can't be undone. */
export function LastRebase({ componentId }: { componentId: number }) {
  const { data } = useQuery(api.components.lastRebase.queryOptions({ id: componentId }))
  const [isAsking, setAsking] = useState(false)
  const undo = useMutation({
    mutationFn: (rebaseId: string) =>
      client.components.undoRebase.mutate({ componentId, rebase_id: rebaseId }),
    onSuccess: async ({ changed }) => {
      setAsking(false)
      await refetchAfterRebase()
      notify(
        t('The update of the SRG is undone: {requirements} reverted.', {
          requirements: formatCount(changed, 'requirement'),
        }),
      )
      restoreLostFocus()
    },
  })
  const last = data?.rebase
  if (!last) return null
  const moment = parseTimestamp(last.created_at)
  return (
    <>
      <BannerStrip
        variant="info"
        action={<Button onPress={() => setAsking(true)}>{t('Undo the update')}</Button>}
      >
        <p>
          {rich('{name} updated the SRG on {time}. You can undo it until a requirement changes.', {
            name: <bdi>{last.user_name ?? t('Deleted account')}</bdi>,
            time: moment ? formatExactTime(moment) : last.created_at,
          })}
        </p>
      </BannerStrip>
      {isAsking && (
        <Confirm
          title={t('Undo the update of the SRG?')}
          action={t('Undo the update')}
          error={undo.error}
          isPending={undo.isPending}
          onConfirm={() => undo.mutate(last.id)}
          onClose={() => {
            setAsking(false)
            undo.reset()
          }}
        >
          {t(
            'The requirements get their earlier texts. Requirements that the update added are deleted together with their comments; those that it deleted are restored.',
          )}
        </Confirm>
      )}
    </>
  )
}

/** Reads everything again that a rebase or its undo changes. */
export async function refetchAfterRebase(): Promise<void> {
  await Promise.all(
    [api.components, api.rules, api.srgs].map((part) => queryClient.invalidateQueries(part.pathFilter())),
  )
}
