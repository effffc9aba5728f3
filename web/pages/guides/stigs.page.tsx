import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { GuideList } from './guide-list.tsx'
import { rulesIn } from './rules-in.ts'
import { stigsRoute } from './stigs.route.ts'

/** The published STIGs of the catalog, by family. */
export default function StigsPage() {
  const { q } = stigsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(api.stigs.list.queryOptions({}))
  const guides = data.map((stig) => ({
    id: stig.id,
    line: stig.stig_id,
    title: stig.title,
    version: stig.version,
    date: stig.benchmark_date,
    rules: rulesIn(stig.severity_counts),
    core: false,
    latest: stig.is_latest,
  }))
  return (
    <GuideList
      kind="stigs"
      guides={guides}
      query={q}
      onQuery={(words) => void navigate({ to: '/stigs', search: { q: words }, replace: true })}
    />
  )
}
