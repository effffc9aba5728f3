import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { Empty } from '../../app/states.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { RecordList } from '../../kit/record-list.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { AccountPage, Section } from './frame.tsx'
import { NewToken } from './new-token.tsx'
import { TokenRow, type Token } from './token-row.tsx'

/** The user's access tokens with scopes, expiry and last use. */
export default function TokensPage() {
  const { data } = useSuspenseQuery(api.tokens.list.queryOptions({}))
  const [revoking, setRevoking] = useState<Token | null>(null)
  const revoke = useMutation({
    mutationFn: (id: number) => client.tokens.revoke.mutate({ id }),
    onSuccess: ({ personal_access_token: { name } }) => {
      setRevoking(null)
      notify(t('{name} no longer works.', { name }))
    },
    onSettled: () => queryClient.invalidateQueries(api.tokens.pathFilter()),
  })
  return (
    <AccountPage title={t('Access tokens')} description={t('For programs that act on your behalf.')}>
      <NewToken />
      <Section title={t('Your tokens')}>
        {data.personal_access_tokens.length === 0 && <Empty>{t('No access tokens yet')}</Empty>}
        <RecordList>
          {data.personal_access_tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoke={() => {
                revoke.reset()
                setRevoking(token)
              }}
            />
          ))}
        </RecordList>
      </Section>
      {revoking && (
        <Dialog
          title={t('Revoke {name}?', { name: revoking.name })}
          isOpen
          urgent
          onClose={() => setRevoking(null)}
        >
          {revoke.error && <ProblemBanner problem={toProblem(revoke.error)} />}
          <p>{t('Anything that uses this token stops working immediately. It can’t be undone.')}</p>
          <Actions>
            <Button variant="danger" isPending={revoke.isPending} onPress={() => revoke.mutate(revoking.id)}>
              {t('Revoke')}
            </Button>
            <Button onPress={() => setRevoking(null)}>{t('Keep it')}</Button>
          </Actions>
        </Dialog>
      )}
    </AccountPage>
  )
}
