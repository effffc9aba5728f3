import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

/** Confirms the removal of a guide; a guide that a component is based on can't be removed. */
export function RemoveGuide({
  kind,
  guide: { id, title, version },
  onClose,
}: {
  kind: 'srgs' | 'stigs'
  guide: { id: number; title: string; version: string }
  onClose: () => void
}) {
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () =>
      kind === 'srgs' ? client.srgs.remove.mutate({ id }) : client.stigs.remove.mutate({ id }),
    onSuccess: async () => {
      notify(t('{title} {version} is no longer in the catalog.', { title, version }))
      await navigate({ to: kind === 'srgs' ? '/srgs' : '/stigs' })
      void queryClient.invalidateQueries(api[kind].pathFilter())
    },
  })
  return (
    <Dialog title={t('Remove {title} {version}?', { title, version })} isOpen urgent onClose={onClose}>
      {remove.error && <ProblemBanner problem={toProblem(remove.error)} />}
      <p>{t('No new components can be based on this guide. You can upload it again.')}</p>
      <Actions>
        <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('Remove')}
        </Button>
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}
