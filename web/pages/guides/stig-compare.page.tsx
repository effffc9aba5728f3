import { useNavigate } from '@tanstack/react-router'
import { useStigs } from './catalog.ts'
import { ComparisonPage } from './compare/comparison-page.tsx'
import { stigCompareRoute } from './stig-compare.route.ts'

/** The changes between two releases of a STIG. */
export default function StigComparePage() {
  const search = stigCompareRoute.useSearch()
  const navigate = useNavigate()
  return (
    <ComparisonPage
      kind="stigs"
      catalog={useStigs()}
      search={search}
      onSearch={(next) =>
        void navigate({ to: '/stigs/compare', search: { ...search, ...next }, replace: true })
      }
    />
  )
}
