import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { formatPart } from '../../app/format-part.ts'
import { Empty } from '../../app/states.tsx'
import { useNewAnchor } from '../../app/use-new-anchor.ts'
import { Button } from '../../kit/button.tsx'
import { Inline } from '../../kit/inline.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { Select } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import { AdminFilters } from './admin-filters.tsx'
import { AdminPage } from './frame.tsx'
import { NewUser } from './new-user.tsx'
import { filterUsers } from './user-filter.ts'
import { UserTable } from './user-table.tsx'
import { USER_STATES, usersRoute } from './users.route.ts'

const STATE_LABELS = { active: t('Active'), locked: t('Locked'), admin: t('System administrators') } as const
const OPTIONS = [
  { value: 'any', label: t('All users') },
  ...USER_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
] as const
const STEP = 100

/** All users, with search, a state filter and user creation. */
export default function UsersPage() {
  const search = usersRoute.useSearch()
  const navigate = useNavigate()
  const { data: users } = useSuspenseQuery(api.users.list.queryOptions({}))
  const [limit, setLimit] = useState(STEP)
  const [isCreating, setCreating] = useState(false)
  useNewAnchor(setCreating)
  const matching = useMemo(() => filterUsers(users, search), [users, search])
  const go = (change: Partial<typeof search>) => {
    setLimit(STEP)
    void navigate({ to: '/users', search: { ...search, ...change }, replace: true })
  }
  return (
    <AdminPage title={t('Users')} description={formatPart(matching.length, users.length)}>
      <AdminFilters
        label={t('Filter users')}
        search={
          <SearchField
            label={t('Search by name or email')}
            placeholder={t('Name or email')}
            value={search.q}
            onChange={(q) => go({ q })}
          />
        }
        actions={
          <Button icon="plus" onPress={() => setCreating(true)}>
            {t('New user')}
          </Button>
        }
      >
        <div>
          <Select
            label={t('State')}
            labelled={false}
            options={OPTIONS}
            value={search.state ?? 'any'}
            onChange={(value) => go({ state: USER_STATES.find((state) => state === value) ?? null })}
          />
        </div>
      </AdminFilters>
      {matching.length === 0 ? (
        <Empty action={<Button onPress={() => go({ q: '', state: null })}>{t('Show all users')}</Button>}>
          {t('No matching users')}
        </Empty>
      ) : (
        <UserTable users={matching.slice(0, limit)} />
      )}
      <Inline>
        <MoreButton hidden={matching.length - limit} step={STEP} onPress={() => setLimit(limit + STEP)} />
      </Inline>
      {isCreating && <NewUser onClose={() => setCreating(false)} />}
    </AdminPage>
  )
}
