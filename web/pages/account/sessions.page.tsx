import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ago, momentOf } from '../../api/time.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { browserLabel } from './browser-labels.ts'
import { AccountPage } from './frame.tsx'
import styles from './account.module.css'

/** The user's sessions, which can be ended. */
export default function SessionsPage() {
  const { data } = useSuspenseQuery(api.sessions.list.queryOptions())
  const refresh = () => queryClient.invalidateQueries(api.sessions.list.queryFilter())
  const end = useMutation({
    mutationFn: (id: number) => client.sessions.end.mutate({ id }),
    onSuccess: () => notify(t('The session is ended.')),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => client.sessions.endOthers.mutate(),
    onSuccess: () => notify(t('Your other sessions are ended.')),
    onSettled: refresh,
  })
  const error = end.error ?? endOthers.error
  const now = new Date()
  return (
    <AccountPage
      title={t('Sessions')}
      about={t('Where you are signed in. End any session that you don’t recognize.')}
    >
      {error && <ProblemBanner problem={toProblem(error)} />}
      <ul className={styles['rows']}>
        {data.sessions.map(({ id, user_agent, ip, last_seen_at, current }) => {
          const seen = momentOf(last_seen_at)
          const browser = browserLabel(user_agent)
          return (
            <li key={id}>
              <div className={styles['facts']}>
                <span className="strong">{browser}</span>
                <span className="muted small">
                  {t('{ip}, last seen {ago}', {
                    ip: ip ?? t('unknown address'),
                    ago: seen ? ago(seen, now) : 'never',
                  })}
                </span>
              </div>
              <span className="push">
                {current ? <ThisSession /> : <EndSession of={browser} onEnd={() => end.mutate(id)} />}
              </span>
            </li>
          )
        })}
      </ul>
      {data.sessions.length > 1 && (
        <Actions>
          <Button look="danger" onPress={() => endOthers.mutate()} isPending={endOthers.isPending}>
            {t('End all other sessions')}
          </Button>
        </Actions>
      )}
    </AccountPage>
  )
}

function ThisSession() {
  return (
    <Chip hue="teal" icon="check">
      {t('This session')}
    </Chip>
  )
}

function EndSession({ of: browser, onEnd }: { of: string; onEnd: () => void }) {
  return (
    <Button onPress={onEnd} aria-label={t('End the session of {browser}', { browser })}>
      {t('End')}
    </Button>
  )
}
