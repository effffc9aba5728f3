import { useMutation } from '@tanstack/react-query'
import { showReview } from '../queue/queue.ts'
import { reviewIn, type Review } from '../undo/store.ts'

/** A write on one comment: the row shows its answer; a stale one shows the comment as it is now. */
export function useReviewWrite(done: () => void) {
  return useMutation({
    mutationFn: (send: () => Promise<{ review: Review | null }>) => send(),
    onSuccess: ({ review }) => {
      if (review) showReview(review)
      done()
    },
    onError: (error) => {
      const theirs = reviewIn(error)
      if (theirs) showReview(theirs)
    },
  })
}
