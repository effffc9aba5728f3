import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../../api/client.ts'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { User } from '../user-filter.ts'
import { ProvenDialog } from './proven-dialog.tsx'

/** Grants or removes the role of system administrator. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const save = useMutation({
    mutationFn: (password: string) =>
      client.users.update.mutate({
        userId: user.id,
        user: { admin: !user.admin, current_password: password },
      }),
    onSuccess: () => {
      notify(t('{name} is saved.', { name: user.name }))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(api.users.pathFilter()),
  })
  return (
    <ProvenDialog
      title={user.admin ? t('Remove the administrator role?') : t('Make system administrator?')}
      action={user.admin ? t('Remove the role') : t('Make administrator')}
      error={save.error}
      isPending={save.isPending}
      onConfirm={(password) => save.mutate(password)}
      onClose={onClose}
    >
      <p>
        {user.admin
          ? t('{name} keeps their memberships, and can no longer administer the service.', {
              name: user.name,
            })
          : t('{name} can then manage all users, projects and guides.', { name: user.name })}
      </p>
    </ProvenDialog>
  )
}
