import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { Button } from '../../kit/button.tsx'
import { Inline } from '../../kit/inline.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { Disposition, formatAuthorName } from './comment-body.tsx'
import { Excerpt } from './excerpt.tsx'
import { refetchComments } from './refetch-comments.ts'
import type { SimilarComment } from './use-similar-comments.ts'
import styles from './similar-list.module.css'

/** Comments that are similar to the text being typed, to agree with or reply to. */
export function SimilarList({
  rows,
  onReply,
  onClose,
}: {
  rows: readonly SimilarComment[]
  onReply: (id: number) => void
  onClose: () => void
}) {
  return (
    <section className={styles['alike']} aria-label={t('Similar comments')}>
      <p className="small strong">{t('Similar comments')}</p>
      <ul>
        {rows.map(({ review }) => (
          <li key={review.id}>
            <Inline as="p">
              <span className="small">
                {review.id} · <bdi>{formatAuthorName(review)}</bdi> · {review.rule_displayed_name}
              </span>
              <Disposition comment={review} />
            </Inline>
            <Excerpt text={review.comment} />
            <Inline as="p">
              <Agree review={review} onAgreed={onClose} />
              <Button icon="reply" onPress={() => onReply(review.id)}>
                {t('Reply there')}
              </Button>
            </Inline>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Agree({ review, onAgreed }: { review: SimilarComment['review']; onAgreed: () => void }) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const agree = useMutation({
    mutationFn: () => client.reactions.toggle.mutate({ reviewId: review.id, kind: 'up' }),
    onSuccess: () => {
      notify(t('You agree with that comment. Your text is saved as a draft.'))
      onAgreed()
    },
    onSettled: refetchComments,
  })
  // The service sends the address only to the commenter and to project authors, so the user's own is always present.
  if (review.author_email !== null && review.author_email === person.email) {
    return <span className="small muted">{t('This is your comment')}</span>
  }
  const agrees = review.reactions.mine === 'up'
  return (
    <Button icon="up" isDisabled={agrees} isPending={agree.isPending} onPress={() => agree.mutate()}>
      {agrees ? t('You agree') : t('Agree')}
    </Button>
  )
}
