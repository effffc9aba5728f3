import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { OneTimeLink } from './one-time-link.tsx'

/** Creates an account; if email is turned off, its password link is shown once. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const { data: settings } = useSuspenseQuery(api.system.settings.queryOptions())
  const [isAdmin, setAdmin] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const create = useMutation({
    mutationFn: (values: FormData) =>
      client.users.adminCreate.mutate({
        user: {
          name: getFormValue(values, 'name'),
          email: getFormValue(values, 'email'),
          admin: isAdmin,
          ...(isAdmin ? { current_password: getFormValue(values, 'current_password') } : {}),
        },
      }),
    onSuccess: ({ user: { name }, reset_url: url }) => {
      notify(t('{name} can sign in after choosing a password.', { name }))
      if (url === undefined) onClose()
      else setLink(url)
    },
    onSettled: () => queryClient.invalidateQueries(api.users.pathFilter()),
  })
  if (link !== null) return <OneTimeLink link={link} onClose={onClose} />
  return (
    <Dialog title={t('New user')} isOpen onClose={onClose}>
      <Form label={t('New user')} error={create.error} onSend={(values) => create.mutate(values)}>
        <Field label={t('Name')} name="name" isRequired validationBehavior="aria" autoFocus />
        <Field label={t('Email')} name="email" type="email" isRequired validationBehavior="aria" />
        <Checkbox isSelected={isAdmin} onChange={setAdmin}>
          {t('System administrator')}
        </Checkbox>
        {isAdmin && <OwnPassword />}
        <p className="muted small">
          {settings.smtp.enabled
            ? t('We’ll email the user a link to choose a password.')
            : t('You get a link to choose a password, and send it to the user.')}
        </p>
        <Actions>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {t('Create user')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** The administrator's own password, which privileged changes need (rule A-92). */
export function OwnPassword() {
  return (
    <SecretField
      label={t('Your current password')}
      name="current_password"
      autoComplete="current-password"
      hint={t('Leave it empty if you signed in within the last five minutes.')}
      validationBehavior="aria"
    />
  )
}
