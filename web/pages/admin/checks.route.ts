import { definePage } from '../../app/page.tsx'

/** The services that this one depends on. */
export const checksRoute = definePage({
  path: '/administration/checks',
  load: ({ api }) => [api.administration.checks.queryOptions()],
  view: () => import('./checks.page.tsx'),
})
