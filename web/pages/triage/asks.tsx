import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reviewIn, type Review } from './desk.ts'
import { showReview } from './queue.ts'
import styles from './triage.module.css'

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

/** What is asked above the decisions; Escape leaves it. */
export function Asks({
  label,
  onLeave,
  children,
}: {
  label: string
  onLeave: () => void
  children: ReactNode
}) {
  return (
    <div
      className={styles['asks']}
      role="group"
      aria-label={label}
      onKeyDown={(press) => {
        if (press.key !== 'Escape' || press.defaultPrevented) return
        press.preventDefault()
        press.stopPropagation()
        onLeave()
      }}
    >
      {children}
    </div>
  )
}
