import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTIFIED_EVENTS } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Actions } from '../../kit/form.tsx'
import { LinkRow } from '../../kit/link-row.tsx'
import { RecordList } from '../../kit/record-list.tsx'
import { Select } from '../../kit/select.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { AccountPage } from './frame.tsx'
import {
  changeChoice,
  findChoice,
  toChoices,
  DELIVERIES,
  EVENTS,
  toPreferences,
  type Choice,
  type Choices,
} from './notification-choices.ts'

const EVERYWHERE = 'everywhere'

/** Notification choices: for all projects, with overrides for single ones. */
export default function NotificationsPage() {
  const { data } = useSuspenseQuery(api.notificationPreferences.list.queryOptions())
  const { data: projects } = useSuspenseQuery(api.projects.list.queryOptions({}))
  const [scope, setScope] = useState(EVERYWHERE)
  const [choices, setChoices] = useState(() => toChoices(data.notification_preferences))
  const save = useMutation({
    mutationFn: (sent: Choices) =>
      client.notificationPreferences.replace.mutate({ notification_preferences: toPreferences(sent) }),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(api.notificationPreferences.list.queryKey(), saved)
      // A choice that was made in the meantime stays.
      setChoices((now) => (now === sent ? toChoices(saved.notification_preferences) : now))
      notify(t('Your notification settings are saved.'))
    },
  })
  const projectId = scope === EVERYWHERE ? null : Number(scope)
  const scopes = [
    { value: EVERYWHERE, label: t('All projects') },
    ...projects
      .filter(({ is_member }) => is_member)
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const options =
    projectId === null
      ? DELIVERIES
      : [{ value: 'inherit' as const, label: t('Same as in all projects') }, ...DELIVERIES]
  return (
    <AccountPage
      title={t('Notifications')}
      description={t('Emails about comments that concern you, and about what you watch.')}
    >
      {save.error && <ProblemBanner problem={toProblem(save.error)} />}
      <LinkRow as="div">
        <Select label={t('Applies to')} options={scopes} value={scope} onChange={setScope} />
      </LinkRow>
      <RecordList>
        {NOTIFIED_EVENTS.map((event) => (
          <li key={event}>
            <span>{EVENTS[event]}</span>
            <span className="push">
              <Select<Choice>
                label={EVENTS[event]}
                labelled={false}
                options={options}
                value={findChoice(choices, projectId, event)}
                onChange={(choice) => setChoices(changeChoice(choices, projectId, event, choice))}
              />
            </span>
          </li>
        ))}
      </RecordList>
      <Actions>
        <Button variant="primary" onPress={() => save.mutate(choices)} isPending={save.isPending}>
          {t('Save')}
        </Button>
      </Actions>
    </AccountPage>
  )
}
