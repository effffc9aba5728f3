import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy.tsx'
import { Inline } from '../../kit/inline.tsx'
import { Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import type { Summary } from '../components/phase.ts'
import { CommentBody } from './comment-body.tsx'
import { toCommenting } from './commenting.ts'
import { OwnActions } from './own-comment.tsx'
import { Reactions } from './reactions.tsx'
import { Reply } from './reply.tsx'
import { SectionChanged } from './section-changed.tsx'
import { Replies } from './thread.tsx'
import type { CommentRow } from './use-comments.tsx'
import { useHasDraft } from './use-draft.ts'
import styles from './comment.module.css'

/** A comment with its thread: reactions, replies, outcome, and its author's allowed actions. */
export function Comment({
  row,
  component,
  isCurrent,
  textChangedAt = null,
}: {
  row: CommentRow
  component: Summary
  isCurrent: boolean
  /** When the requirement last changed: an earlier comment may refer to another text. */
  textChangedAt?: string | null
}) {
  const [replying, setReplying] = useState(false)
  const [comparing, setComparing] = useState(isCurrent)
  const mayDiffer = row.rule_id !== null && textChangedAt !== null && textChangedAt >= row.created_at
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) showCurrent(article.current)
  }, [isCurrent])
  const { open, replies } = toCommenting(component)
  return (
    <article
      ref={article}
      className={styles['comment']}
      tabIndex={-1}
      aria-label={t('Comment {id}', { id: row.id })}
      aria-current={isCurrent || undefined}
    >
      <CommentBody comment={row} isCurrent={isCurrent} heading={<CommentNumber id={row.id} />}>
        <Outcome row={row} />
        <Inline>
          <Reactions reviewId={row.id} counts={row.reactions} open={open} />
          {replies && !replying && <ReplyButton commentId={row.id} onReply={() => setReplying(true)} />}
          {mayDiffer && !comparing && (
            <Button
              variant="plain"
              icon="diff"
              aria-label={t('Changes since comment {id}', { id: row.id })}
              onPress={() => setComparing(true)}
            >
              {t('Changes')}
            </Button>
          )}
          {row.allowed_actions && (
            <OwnActions comment={{ ...row, isReply: false, allowed: row.allowed_actions }} />
          )}
          <span className="push">
            <CopyButton
              text={`${location.origin}/app/reviews/${row.id}`}
              label={t('Copy the link of comment {id}', { id: row.id })}
            />
          </span>
        </Inline>
      </CommentBody>
      {mayDiffer && comparing && <SectionChanged review={row} isRequested={!isCurrent} />}
      <Replies comment={row} open={open} />
      {replying && <Reply comment={row} componentId={component.id} onClose={() => setReplying(false)} />}
    </article>
  )
}

function CommentNumber({ id }: { id: number }) {
  return (
    <Link to="/reviews/$reviewId" params={{ reviewId: id }} className="small" preload={false}>
      #{id}
    </Link>
  )
}

function ReplyButton({ commentId, onReply }: { commentId: number; onReply: () => void }) {
  const label = useHasDraft(`reply:${commentId}`, true) ? t('Continue your reply') : t('Reply')
  return (
    <Button
      variant="plain"
      icon="reply"
      aria-label={t('{label} to comment {id}', { label, id: commentId })}
      onPress={onReply}
    >
      {label}
    </Button>
  )
}

/** The duplicate original or the requirement that answers a comment. */
function Outcome({ row }: { row: CommentRow }) {
  const { duplicate_of_review_id: original, addressed_by_rule_name: rule } = row
  return (
    <>
      {original !== null && (
        <p className="small">
          {rich('Decided together with <link>comment {original}</link>', {
            link: (inner) => (
              <Link to="/reviews/$reviewId" params={{ reviewId: original }} preload={false}>
                {inner}
              </Link>
            ),
            original,
          })}
        </p>
      )}
      {rule !== null && (
        <p className="small">{rich('Addressed by {requirement}', { requirement: <code>{rule}</code> })}</p>
      )}
    </>
  )
}

/** Scrolls to a comment, and focuses it unless another element has the focus. */
function showCurrent(article: HTMLElement | null): void {
  article?.scrollIntoView({ block: 'center' })
  const focused = document.activeElement
  const isFree = focused === null || focused === document.body || focused.contains(article)
  if (isFree) article?.focus({ preventScroll: true })
}
