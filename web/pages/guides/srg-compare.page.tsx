import { useNavigate } from '@tanstack/react-router'
import { useSrgs } from './catalog.ts'
import { ComparisonPage } from './compare/comparison-page.tsx'
import { srgCompareRoute } from './srg-compare.route.ts'

/** The changes between two releases of an SRG. */
export default function SrgComparePage() {
  const search = srgCompareRoute.useSearch()
  const navigate = useNavigate()
  return (
    <ComparisonPage
      kind="srgs"
      catalog={useSrgs()}
      search={search}
      onSearch={(next) =>
        void navigate({ to: '/srgs/compare', search: { ...search, ...next }, replace: true })
      }
    />
  )
}
