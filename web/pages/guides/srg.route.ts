import { page } from '../../app/page.tsx'
import { idField, textField } from '../../app/search.ts'

/** One SRG with its rules; `rule` is the expanded one. */
export const srgRoute = page({
  path: '/srgs/$id',
  search: { q: textField(255), rule: idField() },
  load: ({ api, params }) => [api.srgs.show.queryOptions(params), api.srgs.list.queryOptions({})],
  view: () => import('./srg.page.tsx'),
})
