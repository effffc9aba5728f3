import { commentsRoute } from './comments.route.ts'
import { mineRoute } from './mine.route.ts'
import { reviewRoute } from './review.route.ts'

/** Pages about comments. */
export const commentRoutes = [reviewRoute, commentsRoute, mineRoute] as const
