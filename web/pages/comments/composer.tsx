import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, t } from '../../languages/t.ts'
import { toDraftId, type DraftSubject } from './draft-id.ts'
import { refetchComments } from './refetch-comments.ts'
import { SimilarList } from './similar-list.tsx'
import { useDraft, type DraftText } from './use-draft.ts'
import { useSimilarComments } from './use-similar-comments.ts'
import { WriteBox } from './write-box.tsx'
import styles from './composer.module.css'

/**
 * The form for a new comment, below its subject. While the user types, it suggests similar comments to agree with or
 * reply to instead.
 */
export function Composer({
  draftSubject,
  label,
  quote = '',
  landsOn,
  daysLeft,
  isOpen,
  onPosted,
  onReply,
  onClose,
}: {
  draftSubject: DraftSubject
  /** The name of the subject. */
  label: string
  /** An excerpt of the section's text, if the text is not shown above. */
  quote?: string
  /** The parent requirement that receives the comment instead of this one. */
  landsOn: string | null
  daysLeft: number | null
  /** Whether comments are open; a draft from before stays readable. */
  isOpen: boolean
  onPosted: (id: number) => void
  onReply: (id: number) => void
  onClose: () => void
}) {
  const draft = useDraft(toDraftId(draftSubject))
  const alike = useSimilarComments(draftSubject, draft.text)
  const post = usePost({ ...draftSubject, landsOn }, draft, onPosted)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!isOpen && (!wasOpen || draft.text === '')) return null
  return (
    <WriteBox
      label={t('Comment on {label}', { label })}
      action={t('Post')}
      draft={draft}
      onPost={() => post.mutate(draft.text)}
      onLeave={onClose}
      isPending={post.isPending}
      error={post.error}
    >
      {quote !== '' && (
        <blockquote className={styles['quote']} dir="auto">
          {quote}
        </blockquote>
      )}
      {landsOn !== null && (
        <BannerStrip variant="info">
          {rich('Your comment will be posted on {requirement}, which satisfies this requirement.', {
            requirement: landsOn,
          })}
        </BannerStrip>
      )}
      {daysLeft !== null && (
        <p className="muted small">
          {t('The comment period ends in {days}', { days: formatCount(daysLeft, 'day') })}
        </p>
      )}
      {alike.length > 0 && <SimilarList rows={alike} onReply={onReply} onClose={onClose} />}
    </WriteBox>
  )
}

function usePost(
  { componentId, ruleId, section, landsOn }: DraftSubject & { landsOn: string | null },
  draft: DraftText,
  onPosted: (id: number) => void,
) {
  return useMutation({
    mutationFn: (text: string) =>
      ruleId === null
        ? client.reviews.createOnComponent.mutate({ componentId, review: { comment: text } })
        : client.reviews.createOnRule.mutate({
            ruleId,
            review: { action: 'comment', comment: text, section },
          }),
    onSuccess: async ({ review: { id } }, text) => {
      // The comment button reads the draft when the form closes.
      await draft.sent(text)
      notify(
        landsOn === null
          ? t('Comment {id} is posted. It waits for triage.', { id })
          : t('Comment {id} is posted on {requirement}, which satisfies this requirement.', {
              id,
              requirement: landsOn,
            }),
      )
      onPosted(id)
    },
    onSettled: refetchComments,
  })
}
