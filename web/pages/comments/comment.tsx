import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { me } from '../../api/me.ts'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy.tsx'
import { Link } from '../../kit/link.tsx'
import type { Summary } from '../components/phase.ts'
import styles from './comments.module.css'
import { OwnActions } from './own.tsx'
import { Reactions } from './reactions.tsx'
import { Reply } from './reply.tsx'
import { Said } from './said.tsx'
import { SectionChanged } from './section-changed.tsx'
import { isOwn, Replies, type Allowed } from './thread.tsx'
import type { CommentRow } from './use-comments.tsx'

/** What may be done with comments of a component by somebody who reads it. */
export function allowedIn(component: Summary): Allowed {
  const member = component.effective_permissions !== null
  const replies = component.accepting_new_comments || component.closed_reason === 'adjudicating'
  return {
    open: member && component.accepting_new_comments,
    replies: member && replies,
    frozen: !member || component.frozen_for_writes,
  }
}

/** One comment with its thread: reactions, replies, what became of it, and what its writer may still do. */
export function Comment({
  row,
  component,
  isCurrent,
  textChangedAt = null,
}: {
  row: CommentRow
  component: Summary
  isCurrent: boolean
  /** When the requirement was last changed: whoever commented before may have read another text. */
  textChangedAt?: string | null
}) {
  const { data: person } = useSuspenseQuery(me())
  const [replying, setReplying] = useState(false)
  const [comparing, setComparing] = useState(isCurrent)
  const mayDiffer = row.rule_id !== null && textChangedAt !== null && textChangedAt >= row.created_at
  const place = useRef<HTMLElement>(null)
  const allowed = allowedIn(component)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'center' })
  }, [isCurrent])
  return (
    <article
      ref={place}
      className={styles['comment']}
      aria-label={`Comment ${row.id}`}
      aria-current={isCurrent || undefined}
    >
      <Said
        told={row}
        isCurrent={isCurrent}
        about={
          <Link to="/reviews/$reviewId" params={{ reviewId: row.id }} className="small" preload={false}>
            #{row.id}
          </Link>
        }
      >
        {row.duplicate_of_review_id !== null && (
          <p className="small">
            Decided together with{' '}
            <Link to="/reviews/$reviewId" params={{ reviewId: row.duplicate_of_review_id }} preload={false}>
              comment {row.duplicate_of_review_id}
            </Link>
          </p>
        )}
        {row.addressed_by_rule_name !== null && (
          <p className="small">
            Addressed by <code>{row.addressed_by_rule_name}</code>
          </p>
        )}
        <div className={styles['row']}>
          <Reactions reviewId={row.id} counts={row.reactions} open={allowed.open} />
          {allowed.replies && !replying && (
            <Button
              look="plain"
              icon="reply"
              aria-label={`Reply to comment ${row.id}`}
              onPress={() => setReplying(true)}
            >
              Reply
            </Button>
          )}
          {mayDiffer && !comparing && (
            <Button
              look="plain"
              icon="diff"
              aria-label={`Changes since comment ${row.id}`}
              onPress={() => setComparing(true)}
            >
              Changes
            </Button>
          )}
          <OwnRow row={row} email={person.email} frozen={allowed.frozen} />
          <span className="push">
            <CopyButton
              text={`${location.origin}/app/reviews/${row.id}`}
              label={`Copy the link of comment ${row.id}`}
            />
          </span>
        </div>
      </Said>
      {mayDiffer && comparing && <SectionChanged review={row} asked={!isCurrent} />}
      <Replies to={row} email={person.email} allowed={allowed} />
      {replying && <Reply to={row} componentId={component.id} onClose={() => setReplying(false)} />}
    </article>
  )
}

/** A row of a list knows all that its writer's actions need, but for what only replies have. */
function OwnRow({ row, email, frozen }: { row: CommentRow; email: string; frozen: boolean }) {
  if (!isOwn(row, email)) return null
  return <OwnActions review={{ ...row, responding_to_review_id: null, withdrawn_at: null }} frozen={frozen} />
}
