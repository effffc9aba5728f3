import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { Button } from '../../../kit/button.tsx'
import { notify } from '../../../kit/toast.tsx'
import styles from '../admin.module.css'
import type { User } from '../user-filter.ts'
import { ProvenDialog } from './proven-dialog.tsx'

/** Deletes an account after the administrator's own password. */
export function DeleteUser({ user }: { user: User }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: (password: string) =>
      client.users.destroy.mutate({ userId: user.id, user: { current_password: password } }),
    onSuccess: async ({ toast }) => {
      notify(toast.message.join(' '))
      await navigate({ to: '/users' })
      void queryClient.invalidateQueries(api.users.pathFilter())
    },
  })
  return (
    <div className={styles['actions']}>
      <p>Comments stay under the name {user.name}. It can’t be undone.</p>
      <Button look="danger" onPress={() => setOpen(true)}>
        Delete {user.name}
      </Button>
      {isOpen && (
        <ProvenDialog
          title={`Delete ${user.name}?`}
          action="Delete user"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onConfirm={(password) => remove.mutate(password)}
          onClose={() => setOpen(false)}
        >
          <p>
            This permanently deletes the account with its memberships, sessions and access tokens. Comments
            stay.
          </p>
        </ProvenDialog>
      )}
    </div>
  )
}
