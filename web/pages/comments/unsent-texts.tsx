import { useLocation } from '@tanstack/react-router'
import type { openDrafts } from '../../api/drafts.ts'
import { t } from '../../languages/t.ts'
import { UnsavedTexts, type LabeledText } from './unsaved-texts.tsx'
import { toAcceptDraftId, toEditDraftId, toReplyDraftId, toResponseDraftId } from './use-draft.ts'

/** The drafts of the user about the comment of the address, which is deleted or no longer visible. */
export default function UnsentTextsOfAddress() {
  const reviewId = useLocation({ select: ({ pathname }) => parseReviewId(pathname) })
  return reviewId === null ? null : <UnsentTexts reviewId={reviewId} />
}

/** Returns the id of the comment whose page has this address; null on other pages. */
function parseReviewId(path: string): number | null {
  const [, id] = /^(?:\/app)?\/reviews\/(\d+)$/.exec(path) ?? []
  return id === undefined ? null : Number(id)
}

/** The drafts of the user about a comment. */
export function UnsentTexts({ reviewId }: { reviewId: number }) {
  return <UnsavedTexts subject={['comment', reviewId]} read={(drafts) => readTexts(drafts, reviewId)} />
}

async function readTexts(drafts: ReturnType<typeof openDrafts>, reviewId: number): Promise<LabeledText[]> {
  const labels = [
    { label: t('Response'), draftId: toResponseDraftId(reviewId) },
    { label: t('Reply to comment {id}', { id: reviewId }), draftId: toReplyDraftId(reviewId) },
    { label: t('Comment {id}', { id: reviewId }), draftId: toEditDraftId(reviewId) },
    { label: t('Requirement text'), draftId: toAcceptDraftId(reviewId) },
  ]
  const texts = await Promise.all(
    labels.map(async ({ label, draftId }) => ({ label, text: (await drafts.read(draftId))?.text ?? '' })),
  )
  return texts.filter(({ text }) => text !== '')
}
