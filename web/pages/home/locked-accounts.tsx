import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import styles from './rows.module.css'

type Locked = Outputs['system']['navigation']['locked_users'][number]

/** Accounts that are locked after too many failed sign-ins, each with an unlock button. */
export function LockedAccounts({ users }: { users: readonly Locked[] }) {
  const unlock = useMutation({
    mutationFn: (userId: number) => client.users.unlock.mutate({ userId }),
    onSuccess: ({ toast }) => notify(toast.message.join(' ')),
    onError: (error) => notify(toProblem(error).sentence, { variant: 'error' }),
    onSettled: () => queryClient.invalidateQueries(api.system.navigation.queryFilter()),
  })
  return (
    <ul className={styles['rows']}>
      {users.map(({ id, name, email }) => (
        <li key={id}>
          <span className={styles['text']}>
            <span className="strong">{name}</span> <span className="muted">{email}</span>
          </span>
          <span className={styles['ends']}>
            <Button onPress={() => unlock.mutate(id)} aria-label={t('Unlock {name}', { name })}>
              {t('Unlock')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
