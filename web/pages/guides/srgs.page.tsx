import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { GuideList } from './guide-list.tsx'
import { rulesIn } from './rules-in.ts'
import { srgsRoute } from './srgs.route.ts'

/** The SRGs of the catalog, by family. */
export default function SrgsPage() {
  const { q } = srgsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(api.srgs.list.queryOptions({}))
  const guides = data.map((srg) => ({
    id: srg.id,
    line: srg.srg_id,
    title: srg.title,
    version: srg.version,
    date: srg.release_date,
    rules: rulesIn(srg.severity_counts),
    core: srg.core,
    latest: srg.is_latest,
  }))
  return (
    <GuideList
      kind="srgs"
      guides={guides}
      query={q}
      onQuery={(words) => void navigate({ to: '/srgs', search: { q: words }, replace: true })}
    />
  )
}
