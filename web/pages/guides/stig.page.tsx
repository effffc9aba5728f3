import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useStigs } from './catalog.ts'
import { GuidePage } from './guide-page.tsx'
import { stigRoute } from './stig.route.ts'

/** One published STIG with its facts and rules. */
export default function StigPage() {
  const { id } = stigRoute.useParams()
  const search = stigRoute.useSearch()
  const navigate = useNavigate()
  const { data: stig } = useSuspenseQuery(api.stigs.show.queryOptions({ id }))
  return (
    <GuidePage
      kind="stigs"
      catalog={useStigs()}
      id={id}
      rules={stig.stig_rules}
      search={search}
      onSearch={(next) =>
        void navigate({ to: '/stigs/$id', params: { id }, search: { ...search, ...next }, replace: true })
      }
    />
  )
}
