import { definePage } from '../../app/page.tsx'
import { comparisonSearch } from './compare/comparison-search.ts'

/** The changes between two releases of a STIG. */
export const stigCompareRoute = definePage({
  path: '/stigs/compare',
  search: comparisonSearch,
  load: ({ api }) => [api.stigs.list.queryOptions({})],
  view: () => import('./stig-compare.page.tsx'),
})
