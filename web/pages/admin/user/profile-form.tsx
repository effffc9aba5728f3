import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { restoreLostFocus } from '../../../app/restore-lost-focus.ts'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../../kit/form.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import { OwnPassword } from '../new-user.tsx'
import type { User } from '../user-filter.ts'

/** Name, email and chat id of a user; another email needs the administrator's own password. */
export function ProfileForm({ user }: { user: User }) {
  const [email, setEmail] = useState(user.email)
  const isMoved = email.trim().toLowerCase() !== user.email
  const save = useMutation({
    mutationFn: (values: FormData) =>
      client.users.update.mutate({
        userId: user.id,
        user: {
          name: getFormValue(values, 'name'),
          slack_user_id: getFormValue(values, 'slack_user_id'),
          ...(isMoved ? { email, current_password: getFormValue(values, 'current_password') } : {}),
        },
      }),
    onSuccess: ({ user: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async () => {
      await queryClient.invalidateQueries(api.users.pathFilter())
      // The page shows a new form with the saved values.
      restoreLostFocus()
    },
  })
  return (
    <Form label={t('Profile')} error={save.error} onSend={(values) => save.mutate(values)}>
      <Field label={t('Name')} name="name" defaultValue={user.name} isRequired validationBehavior="aria" />
      <Field
        label={t('Email')}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        validationBehavior="aria"
      />
      <Field
        label={t('Chat user ID')}
        name="slack_user_id"
        defaultValue={user.slack_user_id ?? ''}
        validationBehavior="aria"
      />
      {isMoved && <OwnPassword />}
      <Actions>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {t('Save')}
        </Button>
      </Actions>
    </Form>
  )
}
