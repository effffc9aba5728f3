import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { Empty } from '../../../app/states.tsx'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Field } from '../../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../../kit/form.tsx'
import { RecordList } from '../../../kit/record-list.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import { TokenRow, type Token } from '../../account/token-row.tsx'
import type { User } from '../user-filter.ts'

/** The access tokens of a user, each of which an administrator can revoke with a reason. */
export function UserTokens({ user }: { user: User }) {
  const { data } = useSuspenseQuery(api.tokens.list.queryOptions({ user_id: user.id }))
  const [revoking, setRevoking] = useState<Token | null>(null)
  if (data.personal_access_tokens.length === 0) return <Empty>{t('No access tokens yet')}</Empty>
  return (
    <>
      <RecordList label={t('Access tokens')}>
        {data.personal_access_tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </RecordList>
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useMutation({
    mutationFn: (values: FormData) =>
      client.tokens.adminRevoke.mutate({
        id: token.id,
        audit_comment: getFormValue(values, 'audit_comment'),
      }),
    onSuccess: () => {
      notify(t('{name} no longer works.', { name: token.name }))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(api.tokens.pathFilter()),
  })
  return (
    <Dialog title={t('Revoke {name}?', { name: token.name })} isOpen urgent onClose={onClose}>
      <Form error={revoke.error} onSend={(values) => revoke.mutate(values)}>
        <p>{t('Anything that uses this token stops working immediately. It can’t be undone.')}</p>
        <Field
          label={t('Reason')}
          name="audit_comment"
          hint={t('Recorded in the audit trail')}
          isRequired
          autoFocus
          validationBehavior="aria"
        />
        <Actions>
          <Button type="submit" variant="danger" isPending={revoke.isPending}>
            {t('Revoke')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
