import { useNavigate } from '@tanstack/react-router'
import { useStigs } from './catalog.ts'
import { GuideList } from './guide-list.tsx'
import { stigsRoute } from './stigs.route.ts'

/** The STIGs of the catalog, by line. */
export default function StigsPage() {
  const { q } = stigsRoute.useSearch()
  const navigate = useNavigate()
  const guides = useStigs()
  return (
    <GuideList
      kind="stigs"
      guides={guides}
      query={q}
      onQuery={(label) => void navigate({ to: '/stigs', search: { q: label }, replace: true })}
    />
  )
}
