import { useNavigate } from '@tanstack/react-router'
import { useSrgs } from './catalog.ts'
import { GuideList } from './guide-list.tsx'
import { srgsRoute } from './srgs.route.ts'

/** The SRGs of the catalog, by line. */
export default function SrgsPage() {
  const { q } = srgsRoute.useSearch()
  const navigate = useNavigate()
  const guides = useSrgs()
  return (
    <GuideList
      kind="srgs"
      guides={guides}
      query={q}
      onQuery={(label) => void navigate({ to: '/srgs', search: { q: label }, replace: true })}
    />
  )
}
