import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatExactTime } from '../../api/time.ts'
import { AddressLink } from '../../kit/link.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { usePreviousVisit } from '../authoring/since-visit.ts'

/** How many requirements changed since the user's last visit of the requirements, with a link to them. */
export function ChangedRequirements({ componentId: id }: { componentId: number }) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const since = usePreviousVisit(person.id, id)
  const { data: stats } = useQuery(
    api.components.stats.queryOptions(
      { id, changed_since: new Date(since ?? 0).toISOString() },
      { enabled: since !== null },
    ),
  )
  const count = stats?.changed_rule_count ?? 0
  if (since === null || count === 0) return null
  return (
    <p title={t('Last visit: {time}', { time: formatExactTime(new Date(since)) })}>
      <AddressLink to={`/components/${id}/edit`} search={{ changed: 'visit' }}>
        {t(
          {
            count,
            one: '{total} requirement changed since your last visit',
            other: '{total} requirements changed since your last visit',
          },
          { total: formatNumber(count) },
        )}
      </AddressLink>
    </p>
  )
}
