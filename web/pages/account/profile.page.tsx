import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { me } from '../../api/me.ts'
import { Button } from '../../kit/button.tsx'
import { Field, SecretField } from '../../kit/field.tsx'
import { Actions, Form, valueOf } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { AccountPage, Section } from './frame.tsx'

/** Name and address. A new address needs the current password, and that field comes when one is typed. */
export default function ProfilePage() {
  const { data: person } = useSuspenseQuery(me())
  const [email, setEmail] = useState(person.email)
  const [deleting, setDeleting] = useState(false)
  const managed = person.provider !== null
  const changed = !managed && email.trim().toLowerCase() !== person.email
  const save = useMutation({
    mutationFn: (values: FormData) =>
      client.account.update.mutate({
        user: {
          name: valueOf(values, 'name'),
          ...(changed
            ? { email: valueOf(values, 'email'), current_password: valueOf(values, 'current_password') }
            : {}),
        },
      }),
    onSuccess: async ({ toast, user }) => {
      await queryClient.invalidateQueries(api.sessions.pathFilter())
      setEmail(user.email)
      notify(toast.message.join(' '))
    },
  })
  return (
    <AccountPage title="Profile">
      <Form error={save.error} onSend={(values) => save.mutate(values)}>
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={person.name}
          isRequired
          validationBehavior="aria"
        />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          isReadOnly={managed}
          isRequired
          validationBehavior="aria"
          hint={managed ? 'Your provider manages this address.' : undefined}
        />
        {changed && (
          <SecretField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            hint="A new address needs it. We send a mail to both addresses."
            isRequired
            validationBehavior="aria"
          />
        )}
        <Actions>
          <Button type="submit" look="first" isPending={save.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
      <Section title="Delete my account">
        <p>
          Your comments and decisions stay where they are, with your name. Everything else about you goes.
        </p>
        <Actions>
          <Button look="danger" onPress={() => setDeleting(true)}>
            Delete my account
          </Button>
        </Actions>
        {deleting && <DeleteAccount person={person} onClose={() => setDeleting(false)} />}
      </Section>
    </AccountPage>
  )
}
