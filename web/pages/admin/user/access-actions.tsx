import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { notify, notifyError } from '../../../kit/toast.tsx'
import { t, verb } from '../../../languages/t.ts'
import type { User } from '../user-filter.ts'
import { explainNoPasswordLink } from './password-link.ts'
import { ResetLink } from './reset-link.tsx'
import { RoleDialog } from './role-dialog.tsx'

/** Lock, role and password of a user. */
export function AccessActions({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  const [open, setOpen] = useState<'role' | 'link' | null>(null)
  const isLocked = user.locked_at !== null
  const obstacle = explainNoPasswordLink(user, isOwn)
  const after = {
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(api.users.pathFilter()),
  }
  const { id: userId, name } = user
  const toggle = useMutation({
    mutationFn: () => (isLocked ? client.users.unlock : client.users.lock).mutate({ userId }),
    onSuccess: () =>
      notify(
        isLocked ? t('{name} can sign in again.', { name }) : t('{name} can no longer sign in.', { name }),
      ),
    ...after,
  })
  const mail = useMutation({
    mutationFn: () => client.users.sendPasswordReset.mutate({ userId }),
    onSuccess: () => notify(t('{name} gets an email with a link.', { name })),
    ...after,
  })
  const close = () => setOpen(null)
  return (
    <Inline>
      <Button icon="lock" isDisabled={isOwn} isPending={toggle.isPending} onPress={() => toggle.mutate()}>
        {isLocked ? t('Unlock') : verb('Lock')}
      </Button>
      <Button icon="shield" isDisabled={isOwn} onPress={() => setOpen('role')}>
        {user.admin ? t('Remove administrator role') : t('Make system administrator')}
      </Button>
      <Button icon="key" isDisabled={obstacle !== null} onPress={() => setOpen('link')}>
        {t('Create a password link')}
      </Button>
      {settings.smtp.enabled && (
        <Button
          icon="mail"
          isDisabled={obstacle !== null}
          isPending={mail.isPending}
          onPress={() => mail.mutate()}
        >
          {t('Email a password link')}
        </Button>
      )}
      {isOwn && <p className="muted small">{t('You can’t lock yourself or change your own role.')}</p>}
      {obstacle !== null && <p className="muted small">{obstacle}</p>}
      {open === 'role' && <RoleDialog user={user} onClose={close} />}
      {open === 'link' && <ResetLink user={user} onClose={close} />}
    </Inline>
  )
}
