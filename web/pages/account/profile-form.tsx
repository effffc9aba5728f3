import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { focusTitle } from '../../app/page-title.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

/** Edits name and email. A new email shows the field for the current password, which it requires. */
export function ProfileForm({ person }: { person: Outputs['sessions']['me'] }) {
  const [email, setEmail] = useState(person.email)
  const managed = person.provider !== null
  const changed = !managed && email.trim().toLowerCase() !== person.email
  const save = useMutation({
    mutationFn: (values: FormData) => {
      const read = (name: string) => getFormValue(values, name)
      const address = changed ? { email: read('email'), current_password: read('current_password') } : {}
      return client.account.update.mutate({ user: { name: read('name'), ...address } })
    },
    onSuccess: async ({ user }) => {
      await queryClient.invalidateQueries(api.sessions.pathFilter())
      setEmail(user.email)
      // The field for the password disappears.
      if (changed) focusTitle()
      notify(describeSaved(user.email, changed ? email : null))
    },
  })
  return (
    <Form error={save.error} onSend={(values) => save.mutate(values)}>
      <Field
        label={t('Name')}
        name="name"
        autoComplete="name"
        defaultValue={person.name}
        isRequired
        validationBehavior="aria"
      />
      <Field
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        isReadOnly={managed}
        isRequired
        validationBehavior="aria"
        hint={managed ? t('Your provider manages this address.') : undefined}
      />
      {changed && (
        <SecretField
          label={t('Current password')}
          name="current_password"
          autoComplete="current-password"
          hint={t('Required to change your email address. We’ll email both addresses.')}
          isRequired
          validationBehavior="aria"
        />
      )}
      <Actions>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {t('Save')}
        </Button>
      </Actions>
    </Form>
  )
}

/** What happened to the profile; a new address that must be confirmed is not the user's address yet. */
function describeSaved(current: string, requested: string | null): string {
  const address = requested?.trim().toLowerCase() ?? current
  if (address === current) return t('Your profile is saved.')
  return t(
    'Your profile is saved. We have emailed a link to {address}. Your old address stays valid until you open it.',
    { address },
  )
}
