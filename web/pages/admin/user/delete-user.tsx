import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { notify } from '../../../kit/toast.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import type { User } from '../user-filter.ts'
import { ProvenDialog } from './proven-dialog.tsx'

/** Deletes an account; requires the administrator's own password. */
export function DeleteUser({ user }: { user: User }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: (password: string) =>
      client.users.destroy.mutate({ userId: user.id, user: { current_password: password } }),
    onSuccess: async () => {
      notify(t('{name} is deleted.', { name: user.name }))
      await navigate({ to: '/users' })
      void queryClient.invalidateQueries(api.users.pathFilter())
    },
  })
  return (
    <Inline>
      <p>{rich('Comments stay under the name {name}. It can’t be undone.', { name: user.name })}</p>
      <Button variant="danger" onPress={() => setOpen(true)}>
        {rich('Delete {name}', { name: <bdi key="name">{user.name}</bdi> })}
      </Button>
      {isOpen && (
        <ProvenDialog
          title={t('Delete {name}?', { name: user.name })}
          action={t('Delete user')}
          danger
          error={remove.error}
          isPending={remove.isPending}
          onConfirm={(password) => remove.mutate(password)}
          onClose={() => setOpen(false)}
        >
          <p>
            {t(
              'This permanently deletes the account with its memberships, sessions and access tokens. Comments stay.',
            )}
          </p>
        </ProvenDialog>
      )}
    </Inline>
  )
}
