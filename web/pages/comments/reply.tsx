import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { announce } from '../../app/announce.tsx'
import { t, verb } from '../../languages/t.ts'
import type { Review } from './comment-body.tsx'
import { refetchComments } from './refetch-comments.ts'
import { toReplyDraftId, useDraft } from './use-draft.ts'
import { WriteBox } from './write-box.tsx'

/** The form for a reply to a comment. */
export function Reply({
  comment,
  componentId,
  onClose,
}: {
  comment: Pick<Review, 'id' | 'rule_id'>
  componentId: number
  onClose: () => void
}) {
  const draft = useDraft(toReplyDraftId(comment.id))
  const post = useMutation({
    mutationFn: (text: string) => {
      const review = { comment: text, responding_to_review_id: comment.id }
      return comment.rule_id === null
        ? client.reviews.createOnComponent.mutate({ componentId, review })
        : client.reviews.createOnRule.mutate({
            ruleId: comment.rule_id,
            review: { action: 'comment', ...review },
          })
    },
    onSuccess: async (_, text) => {
      await draft.sent(text)
      announce(t('Your reply is posted.'))
      onClose()
    },
    onSettled: refetchComments,
  })
  return (
    <WriteBox
      label={t('Reply to comment {id}', { id: comment.id })}
      action={verb('Reply')}
      draft={draft}
      onPost={() => post.mutate(draft.text)}
      onLeave={onClose}
      isPending={post.isPending}
      error={post.error}
    />
  )
}
