import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { OneTimeLink } from '../one-time-link.tsx'
import type { User } from '../user-filter.ts'
import { ProvenDialog } from './proven-dialog.tsx'

/** Creates a link for a user to choose a new password, and shows it once. */
export function ResetLink({ user, onClose }: { user: User; onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null)
  const create = useMutation({
    mutationFn: (password: string) =>
      client.users.generateResetLink.mutate({ userId: user.id, current_password: password }),
    onSuccess: ({ reset_url: url }) => setLink(url),
  })
  if (link !== null) return <OneTimeLink link={link} onClose={onClose} />
  return (
    <ProvenDialog
      title={t('Create a password link')}
      action={t('Create link')}
      error={create.error}
      isPending={create.isPending}
      onConfirm={(password) => create.mutate(password)}
      onClose={onClose}
    >
      <p>
        {rich('With this link, {name} can choose a new password. Earlier links stop working.', {
          name: user.name,
        })}
      </p>
    </ProvenDialog>
  )
}
