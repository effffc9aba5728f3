import { page } from '../../app/page.tsx'

/** The services that this one depends on. */
export const checksRoute = page({
  path: '/administration/checks',
  load: ({ api }) => [api.administration.checks.queryOptions()],
  view: () => import('./checks.page.tsx'),
})
