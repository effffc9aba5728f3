import { definePage } from '../../app/page.tsx'
import { comparisonSearch } from './compare/comparison-search.ts'

/** The changes between two releases of an SRG. */
export const srgCompareRoute = definePage({
  path: '/srgs/compare',
  search: comparisonSearch,
  load: ({ api }) => [api.srgs.list.queryOptions({})],
  view: () => import('./srg-compare.page.tsx'),
})
