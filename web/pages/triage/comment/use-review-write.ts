import { useMutation } from '@tanstack/react-query'
import { showReview } from '../queue/queue.ts'
import { readStaleReview, type Review } from '../undo/store.ts'

/** Mutates one comment and updates its row; a stale write shows the current comment. */
export function useReviewWrite(done: () => void) {
  return useMutation({
    mutationFn: (send: () => Promise<{ review: Review | null }>) => send(),
    onSuccess: ({ review }) => {
      if (review) showReview(review)
      done()
    },
    onError: (error) => {
      const theirs = readStaleReview(error)
      if (theirs) showReview(theirs)
    },
  })
}
