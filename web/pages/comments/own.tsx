import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Strip } from '../../kit/strip.tsx'
import { notify } from '../../kit/toast.tsx'
import styles from './comments.module.css'
import { rereadComments } from './reread.ts'
import type { Review } from './said.tsx'
import { useDraft } from './use-draft.ts'
import { WriteBox } from './write-box.tsx'

/** What these actions have to know. */
export type Owned = Pick<
  Review,
  | 'id'
  | 'comment'
  | 'lock_version'
  | 'triage_status'
  | 'adjudicated_at'
  | 'responding_to_review_id'
  | 'withdrawn_at'
>

const UNDECIDED = ['pending', 'needs_clarification']

/** What its writer may still do with a comment or reply (rule R-17). */
export function mayStill(review: Owned, frozen: boolean): { edit: boolean; withdraw: boolean } {
  if (frozen || review.withdrawn_at !== null) return { edit: false, withdraw: false }
  if (review.responding_to_review_id !== null) return { edit: true, withdraw: true }
  const { triage_status: status, adjudicated_at: closed } = review
  return {
    edit: status === 'pending' && closed === null,
    withdraw: UNDECIDED.includes(status ?? '') && closed === null,
  }
}

/** Changing and taking back what one said oneself. */
export function OwnActions({ review, frozen }: { review: Owned; frozen: boolean }) {
  const [doing, setDoing] = useState<'edit' | 'withdraw' | null>(null)
  const { edit, withdraw } = mayStill(review, frozen)
  const taking = useMutation({
    mutationFn: () =>
      client.reviews.withdraw.mutate({ reviewId: review.id, expected_lock_version: review.lock_version }),
    onSuccess: () => {
      setDoing(null)
      notify('It is withdrawn.')
    },
    onError: (error) => notify(problemOf(error).sentence, { look: 'problem' }),
    onSettled: rereadComments,
  })
  if (!edit && !withdraw) return null
  if (doing === 'edit') return <Edit review={review} onClose={() => setDoing(null)} />
  return doing === 'withdraw' ? (
    <Strip
      look="changed"
      action={
        <span className={styles['row']}>
          <Button look="danger" autoFocus isPending={taking.isPending} onPress={() => taking.mutate()}>
            Withdraw
          </Button>
          <Button onPress={() => setDoing(null)}>Keep it</Button>
        </span>
      }
    >
      {review.responding_to_review_id === null
        ? 'A withdrawn comment is closed; you cannot open it again.'
        : 'Nobody can read a withdrawn reply any more.'}
    </Strip>
  ) : (
    <>
      {edit && (
        <Button look="plain" onPress={() => setDoing('edit')}>
          Edit
        </Button>
      )}
      {withdraw && (
        <Button look="plain" onPress={() => setDoing('withdraw')}>
          Withdraw
        </Button>
      )}
    </>
  )
}

/** A new text for what one said; when it changed meanwhile, both are shown and nothing is overwritten. */
function Edit({ review, onClose }: { review: Owned; onClose: () => void }) {
  const { text, write, sent } = useDraft(`edit:${review.id}`, review.comment)
  const [base, setBase] = useState({ text: review.comment, version: review.lock_version })
  const save = useMutation({
    mutationFn: () =>
      client.reviews.edit.mutate({
        reviewId: review.id,
        review: { comment: text },
        expected_lock_version: base.version,
      }),
    onSuccess: () => {
      sent(text)
      onClose()
      notify('It is changed.')
    },
    onSettled: rereadComments,
  })
  const stale = save.error && problemOf(save.error).reason === 'stale'
  return (
    <WriteBox
      label="New text"
      action="Save"
      text={text}
      onWrite={write}
      onPost={() => save.mutate()}
      onLeave={onClose}
      isPending={save.isPending}
      error={stale ? null : save.error}
    >
      {stale && (
        <Strip
          look="changed"
          action={
            <Button
              onPress={() => {
                setBase({ text: review.comment, version: review.lock_version })
                save.reset()
              }}
            >
              Go on with mine
            </Button>
          }
        >
          <p>
            <b>It changed while you wrote.</b> As it is now, beside yours:
          </p>
          <Diff before={review.comment} after={text} />
        </Strip>
      )}
    </WriteBox>
  )
}
