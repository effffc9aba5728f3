import { t } from '../../../languages/t.ts'
import { useHasDraft } from '../../comments/use-draft.ts'

/** Says that a text for this comment was begun and not sent; it comes back with the decision that it was for. */
export function DraftNote({ reviewId, isAsked }: { reviewId: number; isAsked: boolean }) {
  const hasResponse = useHasDraft(`triage:${reviewId}`, !isAsked)
  const hasText = useHasDraft(`accept:${reviewId}`, !isAsked)
  if (!hasResponse && !hasText) return null
  return (
    <p className="small" role="status">
      {hasResponse ? t('The draft of your response is kept') : t('The draft of your change is kept')}
    </p>
  )
}
