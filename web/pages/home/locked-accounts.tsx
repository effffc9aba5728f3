import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { ActionButtons, ActionList, ActionText } from './action-list.tsx'

type LockedAccount = Outputs['system']['navigation']['locked_users'][number]

/** Accounts that are locked after too many failed sign-ins, each with an unlock button. */
export function LockedAccounts({ users }: { users: readonly LockedAccount[] }) {
  const unlock = useMutation({
    mutationFn: (userId: number) => client.users.unlock.mutate({ userId }),
    onSuccess: ({ user: { name } }) => notify(t('{name} can sign in again.', { name })),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(api.system.navigation.queryFilter()),
  })
  return (
    <ActionList>
      {users.map(({ id, name, email }) => (
        <ListRow key={id}>
          <ActionText>
            <span className="strong">{name}</span> <span className="muted">{email}</span>
          </ActionText>
          <ActionButtons>
            <Button
              isPending={unlock.isPending && unlock.variables === id}
              onPress={() => unlock.mutate(id)}
              aria-label={t('Unlock {name}', { name })}
            >
              {t('Unlock')}
            </Button>
          </ActionButtons>
        </ListRow>
      ))}
    </ActionList>
  )
}
