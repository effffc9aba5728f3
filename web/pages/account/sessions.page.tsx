import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { formatAge, parseTimestamp } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Actions } from '../../kit/form.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { RecordFacts, RecordList } from '../../kit/record-list.tsx'
import { t } from '../../languages/t.ts'
import { formatBrowser } from './browser-labels.ts'
import { EndSessions, type EndingSession } from './end-sessions.tsx'
import { AccountPage } from './frame.tsx'

/** The user's sessions, which can be ended. */
export default function SessionsPage() {
  const { data } = useSuspenseQuery(api.sessions.list.queryOptions())
  const [ending, setEnding] = useState<EndingSession | null>(null)
  const now = new Date()
  return (
    <AccountPage
      title={t('Sessions')}
      description={t('Where you are signed in. End any session that you don’t recognize.')}
    >
      <RecordList>
        {data.sessions.map(({ id, user_agent, ip, last_seen_at, current }) => {
          const lastSeen = parseTimestamp(last_seen_at)
          const browser = formatBrowser(user_agent)
          return (
            <ListRow key={id}>
              <RecordFacts>
                <span className="strong">{browser}</span>
                <span className="muted small">
                  {t('{address}, last seen {age}', {
                    address: ip ?? t('unknown address'),
                    age: lastSeen ? formatAge(lastSeen, now) : t('never'),
                  })}
                </span>
              </RecordFacts>
              <span className="push">
                {current ? (
                  <ThisSession />
                ) : (
                  <EndSession session={browser} onEnd={() => setEnding({ id, browser })} />
                )}
              </span>
            </ListRow>
          )
        })}
      </RecordList>
      {data.sessions.length > 1 && (
        <Actions>
          <Button variant="danger" onPress={() => setEnding('others')}>
            {t('End all other sessions')}
          </Button>
        </Actions>
      )}
      {ending && <EndSessions session={ending} onClose={() => setEnding(null)} />}
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

function EndSession({ session: browser, onEnd }: { session: string; onEnd: () => void }) {
  return (
    <Button onPress={onEnd} aria-label={t('End the session of {browser}', { browser })}>
      {t('End')}
    </Button>
  )
}
