import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { ago, momentOf } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Actions } from '../../kit/form.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { notify } from '../../kit/toast.tsx'
import styles from './account.module.css'
import { browserLabel } from './browser-labels.ts'
import { AccountPage } from './frame.tsx'

/** Where one is signed in, and ending that. */
export default function SessionsPage() {
  const { data } = useSuspenseQuery(api.sessions.list.queryOptions())
  const refresh = () => queryClient.invalidateQueries(api.sessions.list.queryFilter())
  const end = useMutation({
    mutationFn: (id: number) => client.sessions.end.mutate({ id }),
    onSuccess: () => notify('The session is ended.'),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => client.sessions.endOthers.mutate(),
    onSuccess: () => notify('Your other sessions are ended.'),
    onSettled: refresh,
  })
  const error = end.error ?? endOthers.error
  const now = new Date()
  return (
    <AccountPage title="Sessions" about="Where you are signed in. End what you do not know.">
      {error && <ProblemBanner problem={problemOf(error)} />}
      <ul className={styles['rows']}>
        {data.sessions.map(({ id, user_agent, ip, last_seen_at, current }) => {
          const seen = momentOf(last_seen_at)
          const browser = browserLabel(user_agent)
          return (
            <li key={id}>
              <div className={styles['facts']}>
                <span className="strong">{browser}</span>
                <span className="muted small">
                  {ip ?? 'unknown address'}, last seen {seen ? ago(seen, now) : 'never'}
                </span>
              </div>
              <span className="push">
                {current ? (
                  <Chip hue="teal" icon="check">
                    This one
                  </Chip>
                ) : (
                  <Button onPress={() => end.mutate(id)} aria-label={`End the session of ${browser}`}>
                    End
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {data.sessions.length > 1 && (
        <Actions>
          <Button look="danger" onPress={() => endOthers.mutate()} isPending={endOthers.isPending}>
            End all others
          </Button>
        </Actions>
      )}
    </AccountPage>
  )
}
