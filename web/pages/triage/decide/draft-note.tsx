import { t } from '../../../languages/t.ts'
import { toAcceptDraftId, toResponseDraftId, useHasDraft } from '../../comments/use-draft.ts'

/** Says that a draft for this comment exists; its decision restores it. */
export function DraftNote({ reviewId, isFormOpen }: { reviewId: number; isFormOpen: boolean }) {
  const hasResponse = useHasDraft(toResponseDraftId(reviewId), !isFormOpen)
  const hasText = useHasDraft(toAcceptDraftId(reviewId), !isFormOpen)
  if (!hasResponse && !hasText) return null
  return (
    <p className="small" role="status">
      {hasResponse ? t('Your draft response is saved') : t('Your draft change is saved')}
    </p>
  )
}
