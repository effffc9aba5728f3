import { commentsRoute } from './comments.route.ts'
import { mineRoute } from './mine.route.ts'
import { reviewRoute } from './review.route.ts'

/** The routes of the comment pages. */
export const commentRoutes = [reviewRoute, commentsRoute, mineRoute] as const
