import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Inline } from '../../kit/inline.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import type { OwnComment } from './own-comment.tsx'
import { refetchComments } from './refetch-comments.ts'
import { toEditDraftId, useDraft } from './use-draft.ts'
import { WriteBox } from './write-box.tsx'

/** Confirms the withdrawal of the user's own comment or reply. */
export function WithdrawOwnComment({ comment, onClose }: { comment: OwnComment; onClose: () => void }) {
  const withdrawing = useMutation({
    mutationFn: () =>
      client.reviews.withdraw.mutate({ reviewId: comment.id, expected_lock_version: comment.lock_version }),
    onSuccess: () => {
      onClose()
      notify(comment.isReply ? t('Your reply is withdrawn') : t('Your comment is withdrawn'))
    },
    onError: notifyError,
    onSettled: refetchComments,
  })
  return (
    <BannerStrip
      variant="warning"
      action={
        <Inline as="span">
          <Button
            variant="danger"
            autoFocus
            isPending={withdrawing.isPending}
            onPress={() => withdrawing.mutate()}
          >
            {t('Withdraw')}
          </Button>
          <Button onPress={onClose}>{t('Keep it')}</Button>
        </Inline>
      }
    >
      {comment.isReply
        ? t('No one can read a withdrawn reply.')
        : t('A withdrawn comment is closed and can’t be reopened.')}
    </BannerStrip>
  )
}

/** Edits the user's own comment; if it changed in the meantime, both texts are shown and nothing is overwritten. */
export function EditOwnComment({
  comment,
  typed,
  onClose,
}: {
  comment: OwnComment
  /** Returns the text that was typed before the form was loaded. */
  typed: () => string
  onClose: () => void
}) {
  const draft = useDraft(toEditDraftId(comment.id), comment.comment, typed)
  const [version, setVersion] = useState(comment.lock_version)
  const save = useMutation({
    mutationFn: (text: string) =>
      client.reviews.edit.mutate({
        reviewId: comment.id,
        review: { comment: text },
        expected_lock_version: version,
      }),
    onSuccess: async (_, text) => {
      await draft.sent(text)
      onClose()
      notify(t('Your change is saved'))
    },
    onSettled: refetchComments,
  })
  const isStale = save.error !== null && toProblem(save.error).reason === 'stale'
  const goOn = () => {
    setVersion(comment.lock_version)
    save.reset()
  }
  return (
    <WriteBox
      label={t('New text')}
      action={t('Save')}
      draft={draft}
      onPost={() => save.mutate(draft.text)}
      onLeave={onClose}
      isPending={save.isPending}
      error={isStale ? null : save.error}
    >
      {isStale && (
        <BannerStrip variant="warning" action={<Button onPress={goOn}>{t('Continue with mine')}</Button>}>
          <p>
            {rich('<b>It changed while you wrote.</b> The current text compared with yours:', {
              b: (inner) => <b>{inner}</b>,
            })}
          </p>
          <Diff before={comment.comment} after={draft.text} />
        </BannerStrip>
      )}
    </WriteBox>
  )
}
