import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import type { Member } from './member-row.tsx'

/** Asks for confirmation before a member loses their role. */
export function RemoveMember({
  member: { id, name },
  title,
  onClose,
}: {
  member: Member
  title: string
  onClose: () => void
}) {
  const remove = useMutation({
    mutationFn: () => client.memberships.destroy.mutate({ id }),
    onSuccess: () => {
      notify(t('{name} is no longer a member of {title}.', { name, title }))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(api.projects.pathFilter()),
  })
  return (
    <Dialog title={t('Remove {name}?', { name })} isOpen urgent onClose={onClose}>
      {remove.error && <ProblemBanner problem={toProblem(remove.error)} />}
      <p>
        {rich('{name} loses access to {title} immediately. What they wrote stays, with their name.', {
          name,
          title,
        })}
      </p>
      <Actions>
        <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('Remove')}
        </Button>
        <Button onPress={onClose}>{t('Keep them')}</Button>
      </Actions>
    </Dialog>
  )
}
