import { page } from '../../app/page.tsx'

/** One comment, as mails link to it. */
export const reviewRoute = page({
  path: '/reviews/$reviewId',
  load: ({ api, params }) => [api.reviews.get.queryOptions(params)],
  view: () => import('./review.page.tsx'),
})
