import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useSrgs } from './catalog.ts'
import { GuidePage } from './guide-page.tsx'
import { srgRoute } from './srg.route.ts'
import { UsedBy } from './used-by.tsx'

/** One SRG with its facts, the components based on it, and its rules. */
export default function SrgPage() {
  const { id } = srgRoute.useParams()
  const search = srgRoute.useSearch()
  const navigate = useNavigate()
  const { data: srg } = useSuspenseQuery(api.srgs.show.queryOptions({ id }))
  return (
    <GuidePage
      kind="srgs"
      catalog={useSrgs()}
      id={id}
      rules={srg.srg_rules}
      search={search}
      onSearch={(next) =>
        void navigate({ to: '/srgs/$id', params: { id }, search: { ...search, ...next }, replace: true })
      }
    >
      <UsedBy srgId={id} latestId={srg.latest_available_id} />
    </GuidePage>
  )
}
