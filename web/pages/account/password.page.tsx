import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { focusTitle } from '../../app/page-title.tsx'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { AccountPage } from './frame.tsx'
import { NewPassword } from './new-password.tsx'

/** Changes the password. Users of a provider can set their first one after a recent sign-in there. */
export default function PasswordPage() {
  const { data } = useSuspenseQuery(api.identities.mine.queryOptions())
  const [attempt, setAttempt] = useState(0)
  const save = useMutation({
    mutationFn: (values: FormData) =>
      client.account.update.mutate({
        user: {
          password: getFormValue(values, 'password'),
          password_confirmation: getFormValue(values, 'password_confirmation'),
          current_password: getFormValue(values, 'current_password'),
          revoke_tokens: values.has('revoke_tokens'),
        },
      }),
    onSuccess: async () => {
      setAttempt(attempt + 1)
      notify(t('Your password is changed; other sessions have ended.'))
      // The form is reset; continue at the title.
      focusTitle()
      await queryClient.invalidateQueries(api.identities.pathFilter())
    },
  })
  return (
    <AccountPage title={t('Password')} description={t('A new password ends your other sessions.')}>
      <Form key={attempt} error={save.error} onSend={(values) => save.mutate(values)}>
        {data.local_password && (
          <SecretField
            label={t('Current password')}
            name="current_password"
            autoComplete="current-password"
            isRequired
            validationBehavior="aria"
          />
        )}
        <NewPassword label={t('New password')} />
        <Checkbox name="revoke_tokens">{t('Revoke my access tokens too')}</Checkbox>
        <Actions>
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {t('Change password')}
          </Button>
        </Actions>
      </Form>
    </AccountPage>
  )
}
