import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SecretField } from '../../kit/field.tsx'
import { Actions, Form, valueOf } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'

/** Takes a provider away, which needs the current password. */
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
    onSuccess: async ({ toast }) => {
      onClose()
      notify(toast.message.join(' '))
      await queryClient.invalidateQueries(api.identities.pathFilter())
    },
  })
  return (
    <Dialog title={`Remove ${identity.title}?`} isOpen urgent onClose={onClose}>
      <p>You can no longer sign in with {identity.title}. Your other sessions end.</p>
      <Form error={unlink.error} onSend={(values) => unlink.mutate(valueOf(values, 'current_password'))} wide>
        <SecretField
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          validationBehavior="aria"
        />
        <Actions>
          <Button type="submit" look="danger" isPending={unlink.isPending}>
            Remove
          </Button>
          <Button onPress={onClose}>Keep it</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
