import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../../api/client.ts'
import type { DraftUpdate, Entries } from '../../../app/live-draft.ts'
import { restoreLostFocus } from '../../../app/restore-lost-focus.ts'
import { useLiveDraft } from '../../../app/use-live-draft.ts'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../../kit/form.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import { OwnPassword } from '../new-user.tsx'
import type { User } from '../user-filter.ts'

interface Profile {
  name: string
  email: string
  slackUserId: string
}

interface ProfileSave {
  update: DraftUpdate<Profile>
  password: string
}

/** The profile of a user as a draft; users have no version. */
function toStored({ name, email, slack_user_id: slackUserId }: User) {
  return { draft: { name, email, slackUserId: slackUserId ?? '' }, lock_version: 0 }
}

function toEntries({ name, email, slackUserId }: Profile): Entries {
  return { name: name.trim(), email: email.trim().toLowerCase(), slack_user_id: slackUserId.trim() }
}

function toChanges({ name, email, slackUserId }: Profile, changes: Entries, password: string) {
  return {
    ...('name' in changes ? { name } : {}),
    ...('email' in changes ? { email, current_password: password } : {}),
    ...('slack_user_id' in changes ? { slack_user_id: slackUserId } : {}),
  }
}

/** Name, email and chat id of a user; another email needs the administrator's own password. */
export function ProfileForm({ user }: { user: User }) {
  const { draft, setDraft, update, settle } = useLiveDraft(toStored(user), toEntries)
  const isMoved = 'email' in update.changes
  const save = useMutation({
    mutationFn: ({ update: { draft: profile, changes }, password }: ProfileSave) =>
      client.users.update.mutate({
        userId: user.id,
        user: toChanges(profile, changes, password),
      }),
    onSuccess: ({ user: { name } }) => notify(t('{name} is saved.', { name })),
    onSettled: async (_, error, { update: { draft: sent } }) => {
      await queryClient.invalidateQueries(api.users.pathFilter())
      const users = queryClient.getQueryData(api.users.list.queryKey({}))
      const current = users?.find(({ id }) => id === user.id)
      if (current) settle(sent, error, toStored(current))
      // The field of the password disappears.
      restoreLostFocus()
    },
  })
  return (
    <Form
      label={t('Profile')}
      error={save.error}
      onSend={(values) => save.mutate({ update, password: getFormValue(values, 'current_password') })}
    >
      <Field
        label={t('Name')}
        name="name"
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        isRequired
        validationBehavior="aria"
      />
      <Field
        label={t('Email')}
        name="email"
        type="email"
        value={draft.email}
        onChange={(email) => setDraft({ ...draft, email })}
        isRequired
        validationBehavior="aria"
      />
      <Field
        label={t('Chat user ID')}
        name="slack_user_id"
        value={draft.slackUserId}
        onChange={(slackUserId) => setDraft({ ...draft, slackUserId })}
        validationBehavior="aria"
      />
      {isMoved && <OwnPassword />}
      <Actions>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {t('Save')}
        </Button>
      </Actions>
    </Form>
  )
}
