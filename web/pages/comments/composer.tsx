import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SectionKey } from '../../../src/vocabulary.ts'
import { client, type Outputs } from '../../api/client.ts'
import { me } from '../../api/me.ts'
import { announce } from '../../app/announce.tsx'
import { useLater } from '../../app/use-later.ts'
import { Button } from '../../kit/button.tsx'
import { Strip } from '../../kit/strip.tsx'
import { notify } from '../../kit/toast.tsx'
import styles from './comments.module.css'
import { isPostable } from './limits.ts'
import { rereadComments } from './reread.ts'
import { Disposition, nameOf } from './said.tsx'
import { isOwn } from './thread.tsx'
import { useDraft } from './use-draft.ts'
import { WriteBox } from './write-box.tsx'

const PAUSE_MS = 400
const LEAST_WORDS = 3
const OFFERED = 3

type Alike = Outputs['reviews']['similarComments']['rows'][number]

/** What a new comment is about; without a requirement it is the component as a whole. */
export interface About {
  componentId: number
  ruleId: number | null
  section: SectionKey | null
}

/** Where the draft of a comment is kept. */
export function draftPlace({ componentId, ruleId, section }: About): string {
  return ruleId === null ? `comment:component:${componentId}` : `comment:rule:${ruleId}:${section ?? 'whole'}`
}

/**
 * A new comment, right below what it is about. While one writes, comments that say nearly the same are offered: agreeing
 * or replying there serves everybody better than saying it again.
 */
export function Composer({
  about,
  words,
  quote,
  landsOn,
  daysLeft,
  isOpen,
  onPosted,
  onReply,
  onClose,
}: {
  about: About
  /** What it is about, in words. */
  words: string
  /** The text of the section, shortened, where it does not stand right above. */
  quote?: string
  /** The requirement that takes it in place of this one. */
  landsOn: string | null
  daysLeft: number | null
  /** Whether comments are taken; what was written before they were closed stays to be read. */
  isOpen: boolean
  onPosted: (id: number) => void
  onReply: (id: number) => void
  onClose: () => void
}) {
  const { text, write, sent } = useDraft(draftPlace(about))
  const alike = useAlike(about, text)
  const post = useMutation({
    mutationFn: () => {
      const { componentId, ruleId, section } = about
      return ruleId === null
        ? client.reviews.createOnComponent.mutate({ componentId, review: { comment: text } })
        : client.reviews.createOnRule.mutate({
            ruleId,
            review: { action: 'comment', comment: text, section },
          })
    },
    onSuccess: ({ toast, review }) => {
      sent(text)
      notify(`Comment ${review.id} is posted. ${toast.message.join(' ')}`.trim())
      onPosted(review.id)
    },
    onSettled: rereadComments,
  })
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!isOpen && (!wasOpen || text === '')) return null
  return (
    <WriteBox
      label={`Comment on ${words}`}
      action="Post"
      text={text}
      onWrite={write}
      onPost={() => post.mutate()}
      onLeave={onClose}
      isPending={post.isPending}
      error={post.error}
    >
      {quote !== undefined && quote !== '' && (
        <blockquote className={styles['quote']} dir="auto">
          {quote}
        </blockquote>
      )}
      {landsOn !== null && (
        <Strip look="info">It will stand at {landsOn}, which satisfies this requirement.</Strip>
      )}
      {daysLeft !== null && (
        <p className="muted small">
          {daysLeft === 1 ? 'Comments are taken for one more day.' : `${daysLeft} days of commenting left.`}
        </p>
      )}
      {alike.length > 0 && <AlikeList rows={alike} onReply={onReply} onClose={onClose} />}
    </WriteBox>
  )
}

function AlikeList({
  rows,
  onReply,
  onClose,
}: {
  rows: readonly Alike[]
  onReply: (id: number) => void
  onClose: () => void
}) {
  const { data: person } = useSuspenseQuery(me())
  const agree = useMutation({
    mutationFn: (reviewId: number) => client.reactions.toggle.mutate({ reviewId, kind: 'up' }),
    onSuccess: () => {
      notify('You agree with it. What you typed is kept as a draft.')
      onClose()
    },
    onSettled: rereadComments,
  })
  return (
    <section className={styles['alike']} aria-label="Somebody said nearly the same">
      <p className="small strong">Somebody said nearly the same</p>
      <ul>
        {rows.map(({ review }) => (
          <li key={review.id}>
            <p className={styles['row']}>
              <span className="small">
                {review.id} · <bdi>{nameOf(review)}</bdi> · {review.rule_displayed_name}
              </span>
              <Disposition of={review} />
            </p>
            <p className={styles['excerpt']} dir="auto">
              {review.comment}
            </p>
            <p className={styles['row']}>
              {isOwn(review, person.email) ? (
                <span className="small muted">You said it yourself</span>
              ) : (
                <Button
                  icon="up"
                  isDisabled={review.reactions.mine === 'up'}
                  isPending={agree.isPending}
                  onPress={() => agree.mutate(review.id)}
                >
                  {review.reactions.mine === 'up' ? 'You agree' : 'Agree'}
                </Button>
              )}
              <Button icon="reply" onPress={() => onReply(review.id)}>
                Reply there
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The nearest comments to a text, once its writer pauses. An answer that comes too late is not shown. */
function useAlike({ componentId, ruleId, section }: About, text: string): readonly Alike[] {
  const paused = useLater(text.trim(), PAUSE_MS)
  const [found, setFound] = useState<{ text: string; rows: readonly Alike[] }>({ text: '', rows: [] })
  useEffect(() => {
    if (paused.split(/\s+/).length < LEAST_WORDS || !isPostable(paused)) return
    let left = false
    client.reviews.similarComments
      .mutate({ componentId, comment: paused, rule_id: ruleId, section })
      .then(({ rows }) => {
        if (left) return
        setFound({ text: paused, rows: rows.slice(0, OFFERED) })
        if (rows.length > 0) announce(`${Math.min(rows.length, OFFERED)} comments say nearly the same.`)
      })
      // Suggestions are an offer: without them one writes on.
      .catch(() => undefined)
    return () => void (left = true)
  }, [componentId, ruleId, section, paused])
  return text.trim() === '' ? [] : found.rows
}
