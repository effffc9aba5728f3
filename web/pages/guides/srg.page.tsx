import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Card } from '../../kit/card.tsx'
import { Link } from '../../kit/link.tsx'
import { GuidePage } from './guide-page.tsx'
import styles from './guides.module.css'
import { srgRoute } from './srg.route.ts'

/** One SRG: what it is, who uses it, and its rules. */
export default function SrgPage() {
  const { id } = srgRoute.useParams()
  const search = srgRoute.useSearch()
  const navigate = useNavigate()
  const { data: srg } = useSuspenseQuery(api.srgs.show.queryOptions({ id }))
  const { data: stats } = useQuery(api.srgs.stats.queryOptions({ id }))
  return (
    <GuidePage
      kind="srgs"
      guide={{ ...srg, line: srg.srg_id, date: srg.release_date }}
      rules={srg.srg_rules}
      search={search}
      onSearch={(next) =>
        void navigate({ to: '/srgs/$id', params: { id }, search: { ...search, ...next }, replace: true })
      }
    >
      {stats && stats.usage.count > 0 && (
        <Card title="Used by">
          <ul className={styles['uses']}>
            {stats.usage.components.map(({ id: component, name, project_name }) => (
              <li key={component}>
                <Link to="/components/$id" params={{ id: component }}>
                  {name}
                </Link>{' '}
                <span className="muted small">{project_name}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </GuidePage>
  )
}
