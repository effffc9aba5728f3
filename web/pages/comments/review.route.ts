import { definePage } from '../../app/page.tsx'

/** A single comment; emails link to it. */
export const reviewRoute = definePage({
  path: '/reviews/$reviewId',
  load: ({ api, params }) => [api.reviews.get.queryOptions(params)],
  view: () => import('./review.page.tsx'),
})
