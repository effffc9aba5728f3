import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** One comment with what its reader may do with it, as the service answers; `data` is undefined until it has. */
export function useReview(reviewId: number, enabled = true) {
  return useQuery({ ...api.reviews.get.queryOptions({ reviewId }), enabled })
}
