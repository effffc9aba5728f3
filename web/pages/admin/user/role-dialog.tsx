import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../../api/client.ts'
import { Confirm } from '../../../kit/confirm.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { User } from '../user-filter.ts'
import { ProvenDialog } from './proven-dialog.tsx'

/** Grants the role of system administrator, which requires the own password, or removes it. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { name } = user
  const save = useMutation({
    mutationFn: (password: string) =>
      client.users.update.mutate({
        userId: user.id,
        user: { admin: !user.admin, current_password: password },
      }),
    onSuccess: () => {
      notify(t('{name} is saved.', { name }))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(api.users.pathFilter()),
  })
  const common = { error: save.error, isPending: save.isPending, onClose }
  if (user.admin) {
    return (
      <Confirm
        {...common}
        title={t('Remove the administrator role?')}
        action={t('Remove the role')}
        onConfirm={() => save.mutate('')}
      >
        {t('{name} keeps their memberships, and can no longer administer the service.', { name })}
      </Confirm>
    )
  }
  return (
    <ProvenDialog
      {...common}
      title={t('Make system administrator?')}
      action={t('Make administrator')}
      onConfirm={(password) => save.mutate(password)}
    >
      <p>{t('{name} can then manage all users, projects and guides.', { name })}</p>
    </ProvenDialog>
  )
}
