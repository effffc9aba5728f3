import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** A comment with the reader's allowed actions; `data` is undefined while loading. */
export function useReview(reviewId: number, enabled = true) {
  return useQuery({ ...api.reviews.get.queryOptions({ reviewId }), enabled })
}
