import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Inline } from '../../kit/inline.tsx'
import { rich } from '../../languages/rich.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { CommentBody, type Review } from './comment-body.tsx'
import { OwnActions } from './own-comment.tsx'
import { Reactions } from './reactions.tsx'
import { createRepliesQuery, FIRST_REPLIES } from './replies-query.ts'
import styles from './thread.module.css'

/** The service returns at most this many replies of a comment at once. */
const MAX_REPLIES = 1000

type Reply = Outputs['reviews']['responses']['rows'][number]

interface ThreadProps {
  comment: Pick<Review, 'id' | 'responses_count' | 'triage_status'> & DecisionFields
  /** Whether reactions are open. */
  open: boolean
}

/** The replies to a comment, oldest first, with the reader's allowed actions. */
export function Replies(props: ThreadProps) {
  return props.comment.responses_count === 0 ? null : <Thread key={props.comment.id} {...props} />
}

function Thread({ comment, open }: ThreadProps) {
  const [count, setCount] = useState(FIRST_REPLIES)
  const thread = useQuery({ ...createRepliesQuery(comment.id, count), placeholderData: keepPreviousData })
  if (thread.error) return <ProblemBanner problem={toProblem(thread.error)} />
  const shown = thread.data?.rows.length ?? 0
  const hidden = shown < FIRST_REPLIES ? 0 : comment.responses_count - shown
  return (
    <>
      <ol
        className={styles['replies']}
        aria-label={t('Replies to comment {id}', { id: comment.id })}
        aria-busy={!thread.data}
      >
        {thread.data?.rows.map((reply) => (
          <li key={reply.id} tabIndex={-1}>
            <CommentBody
              comment={reply}
              heading={isResponse(reply, comment) && <ResponseMark comment={comment} />}
            >
              {reply.withdrawn_at === null && <ReplyActions reply={reply} open={open} />}
            </CommentBody>
          </li>
        ))}
      </ol>
      {hidden > 0 &&
        (count < MAX_REPLIES ? (
          <Button isPending={thread.isPlaceholderData} onPress={() => setCount(MAX_REPLIES)}>
            {t(
              { count: hidden, one: 'Show 1 more reply', other: 'Show {hidden} more replies' },
              { hidden: formatNumber(hidden) },
            )}
          </Button>
        ) : (
          <p className="muted small">
            {t(
              {
                count: hidden,
                one: '1 more reply is not shown',
                other: '{hidden} more replies are not shown',
              },
              { hidden: formatNumber(hidden) },
            )}
          </p>
        ))}
    </>
  )
}

function ReplyActions({ reply, open }: { reply: Reply; open: boolean }) {
  const { allowed_actions: allowed } = reply
  return (
    <Inline>
      <Reactions reviewId={reply.id} counts={reply.reactions} open={open} />
      {allowed && <OwnActions comment={{ ...reply, isReply: true, allowed }} />}
    </Inline>
  )
}

function ResponseMark({ comment }: { comment: Pick<Review, 'triage_status'> }) {
  if (comment.triage_status === null) return null
  return (
    <span className="small muted">
      {rich('Response to: {label}', { label: DISPOSITIONS[comment.triage_status].label })}
    </span>
  )
}

/** Whether a reply is the response: it was posted with the decision or with closing the comment. */
export function isResponse(
  reply: Pick<Review, 'created_at' | 'author_name'>,
  comment: DecisionFields,
): boolean {
  const { created_at: createdAt, author_name: author } = reply
  const decided = createdAt === comment.triage_set_at && author === comment.triager_display_name
  return decided || (createdAt === comment.adjudicated_at && author === comment.adjudicator_display_name)
}

type DecisionFields = Pick<
  Review,
  'triage_set_at' | 'triager_display_name' | 'adjudicated_at' | 'adjudicator_display_name'
>
