import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatAge, formatExactTime, parseTimestamp } from '../../api/time.ts'
import { Missing } from '../../app/states.tsx'
import { Facts } from '../../kit/card.tsx'
import { Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { Section } from '../account/frame.tsx'
import { AdminPage } from './frame.tsx'
import { NarrowColumn } from './narrow-column.tsx'
import type { User } from './user-filter.ts'
import { formatSignIn, UserState } from './user-table.tsx'
import { userRoute } from './user.route.ts'
import { AccessActions } from './user/access-actions.tsx'
import { DeleteUser } from './user/delete-user.tsx'
import { ProfileForm } from './user/profile-form.tsx'
import { UserSessions } from './user/user-sessions.tsx'
import { UserTokens } from './user/user-tokens.tsx'

/** One user for administrators: state, profile, access, sessions, tokens and comments. */
export default function UserPage() {
  const { id } = userRoute.useParams()
  const { data: users } = useSuspenseQuery(api.users.list.queryOptions({}))
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const user = users.find((item) => item.id === id)
  if (!user) return <Missing />
  const moment = parseTimestamp(user.last_sign_in_at)
  const isOwn = person.id === id
  return (
    <AdminPage title={user.name} description={user.email}>
      <UserState user={user} />
      <NarrowColumn>
        <Facts
          facts={[
            [t('Sign-in'), formatSignIn(user)],
            [t('Last sign-in'), moment ? formatAge(moment, new Date()) : t('Never')],
            [t('Failed sign-ins'), user.failed_attempts],
            ...(user.locked_at === null ? [] : [[t('Lock'), formatLock(user)] as const]),
            [
              t('Comments'),
              <Link key="comments" to="/users/$id/comments" params={{ id }}>
                {rich('Comments of {name}', { name: user.name })}
              </Link>,
            ],
          ]}
        />
      </NarrowColumn>
      <Section title={t('Profile')}>
        <ProfileForm key={id} user={user} />
      </Section>
      <Section title={t('Access')}>
        <AccessActions user={user} isOwn={isOwn} />
      </Section>
      <Section title={t('Sessions')}>
        <UserSessions user={user} />
      </Section>
      <Section title={t('Access tokens')}>
        <UserTokens user={user} />
      </Section>
      {!isOwn && (
        <Section title={t('Delete the user')}>
          <DeleteUser user={user} />
        </Section>
      )}
    </AdminPage>
  )
}

/** Who locked a user, and until when. */
function formatLock({ lock_reason, locked_until }: User): string {
  if (lock_reason === 'admin') return t('By an administrator, until one unlocks the account')
  const end = parseTimestamp(locked_until ?? null)
  if (!end) return t('By failed sign-ins, until the user or an administrator unlocks the account')
  return t('By failed sign-ins, until {time}', { time: formatExactTime(end) })
}
