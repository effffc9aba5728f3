import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SecretField } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

/** Unlinks a provider; requires the current password. */
export function Unlink({
  identity,
  onClose,
}: {
  identity: { id: number; title: string }
  onClose: () => void
}) {
  const unlink = useMutation({
    mutationFn: (password: string) =>
      client.identities.unlink.mutate({ identity_id: identity.id, current_password: password }),
    onSuccess: async () => {
      onClose()
      notify(t('You can no longer sign in with {title}.', { title: identity.title }))
      await queryClient.invalidateQueries(api.identities.pathFilter())
    },
  })
  return (
    <Dialog title={t('Remove {title}?', { title: identity.title })} isOpen urgent onClose={onClose}>
      <p>
        {rich('You can no longer sign in with {title}. Your other sessions end.', { title: identity.title })}
      </p>
      <Form
        error={unlink.error}
        onSend={(values) => unlink.mutate(getFormValue(values, 'current_password'))}
        wide
      >
        <SecretField
          label={t('Current password')}
          name="current_password"
          autoComplete="current-password"
          validationBehavior="aria"
        />
        <Actions>
          <Button type="submit" variant="danger" isPending={unlink.isPending}>
            {t('Remove')}
          </Button>
          <Button onPress={onClose}>{t('Keep it')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
