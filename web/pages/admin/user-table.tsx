import { formatAge, formatExactTimeWithUtc, parseTimestamp } from '../../api/time.ts'
import { Chip } from '../../kit/chip.tsx'
import { Link } from '../../kit/link.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { t } from '../../languages/t.ts'
import type { User } from './user-filter.ts'
import styles from './user-table.module.css'

/** Users with their state and last sign-in, each a link to its page. */
export function UserTable({ users }: { users: readonly User[] }) {
  const now = new Date()
  return (
    <Table
      label={t('Users')}
      columns={[
        { label: t('User') },
        { label: t('State') },
        { label: t('Sign-in'), wide: true },
        { label: t('Last sign-in'), wide: true },
      ]}
    >
      {users.map((user) => {
        const moment = parseTimestamp(user.last_sign_in_at)
        return (
          <tr key={user.id}>
            <Cell head>
              <RowName description={user.email}>
                <Link to="/users/$id" params={{ id: user.id }}>
                  <bdi>{user.name}</bdi>
                </Link>
              </RowName>
            </Cell>
            <Cell>
              <UserState user={user} />
            </Cell>
            <Cell wide>{formatSignIn(user)}</Cell>
            <Cell wide>
              <span title={moment ? formatExactTimeWithUtc(moment) : undefined}>
                {moment ? formatAge(moment, now) : t('Never')}
              </span>
            </Cell>
          </tr>
        )
      })}
    </Table>
  )
}

/** Locked or active, and administrator. */
export function UserState({ user }: { user: User }) {
  return (
    <span className={styles['chips']}>
      {user.locked_at === null ? (
        <Chip hue="teal" icon="check">
          {t('Active')}
        </Chip>
      ) : (
        <Chip hue="amber" icon="lock">
          {t('Locked')}
        </Chip>
      )}
      {user.admin && (
        <Chip hue="indigo" icon="shield">
          {t('Administrator')}
        </Chip>
      )}
    </span>
  )
}

/** How a user signs in. */
export function formatSignIn({ identities, provider }: User): string {
  const titles = identities.map(({ title }) => title)
  if (titles.length > 0) return [...new Set(titles)].join(', ')
  return provider ?? t('Password')
}
