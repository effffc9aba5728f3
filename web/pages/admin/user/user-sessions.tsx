import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { formatAge, parseTimestamp } from '../../../api/time.ts'
import { restoreLostFocus } from '../../../app/restore-lost-focus.ts'
import { Empty } from '../../../app/states.tsx'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { RecordFacts, RecordList } from '../../../kit/record-list.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import { formatBrowser } from '../../account/browser-labels.ts'
import type { User } from '../user-filter.ts'

/** The sessions of a user, with a button to end all of them. */
export function UserSessions({ user }: { user: User }) {
  const { id: userId } = user
  const { data } = useSuspenseQuery(api.users.listSessions.queryOptions({ userId }))
  const [isEnding, setEnding] = useState(false)
  const end = useMutation({
    mutationFn: () => client.users.endSessions.mutate({ userId }),
    onSuccess: () => {
      notify(t('All sessions of {name} have ended', { name: user.name }))
      setEnding(false)
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(api.users.listSessions.pathFilter())
      restoreLostFocus()
    },
  })
  if (data.sessions.length === 0) return <Empty>{t('Not signed in anywhere')}</Empty>
  const now = new Date()
  return (
    <>
      <RecordList label={t('Sessions')}>
        {data.sessions.map(({ id, user_agent: agent, ip, last_seen_at: seen }) => {
          const moment = parseTimestamp(seen)
          return (
            <li key={id}>
              <RecordFacts>
                <span className="strong">{formatBrowser(agent)}</span>
                <span className="muted small">
                  {t('{address}, last seen {age}', {
                    address: ip ?? t('Unknown address'),
                    age: moment ? formatAge(moment, now) : t('never'),
                  })}
                </span>
              </RecordFacts>
            </li>
          )
        })}
      </RecordList>
      <Inline>
        <Button variant="danger" onPress={() => setEnding(true)}>
          {t('End all sessions')}
        </Button>
      </Inline>
      {isEnding && (
        <Confirm
          title={t('End all sessions of {name}?', { name: user.name })}
          action={t('End all sessions')}
          error={end.error}
          isPending={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setEnding(false)}
        >
          {t('They are signed out everywhere at once. Text that is not saved there can be lost.')}
        </Confirm>
      )}
    </>
  )
}
