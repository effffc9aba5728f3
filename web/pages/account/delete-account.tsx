import { useMutation } from '@tanstack/react-query'
import { client, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { t } from '../../languages/t.ts'

/** Confirms the deletion, with the password if there is one. */
export function DeleteAccount({
  person,
  onClose,
}: {
  person: Outputs['sessions']['me']
  onClose: () => void
}) {
  const remove = useMutation({
    mutationFn: (password: string) =>
      client.account.destroy.mutate({ user: { current_password: password || null } }),
    onSuccess: () => location.assign('/app/sign-in'),
  })
  return (
    <Dialog title={t('Delete the account of {name}?', { name: person.name })} isOpen urgent onClose={onClose}>
      <p>{t('This can’t be undone.')}</p>
      <Form
        error={remove.error}
        onSend={(values) => remove.mutate(getFormValue(values, 'current_password'))}
        wide
      >
        <SecretField label={t('Current password')} name="current_password" autoComplete="current-password" />
        <Actions>
          <Button type="submit" variant="danger" isPending={remove.isPending}>
            {t('Delete permanently')}
          </Button>
          <Button onPress={onClose}>{t('Keep it')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
