import type { ReactNode } from 'react'
import type { Outputs } from '../../api/client.ts'
import { formatAge, formatExactTime, parseTimestamp } from '../../api/time.ts'
import { Avatar, Chip, toHue } from '../../kit/chip.tsx'
import { t } from '../../languages/t.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import { FormattedText } from './labels.tsx'
import styles from './comment-body.module.css'

export type Review = Outputs['reviews']['get']['review']

/** The properties of a comment that every list and view has. */
export type CommentBodyFields = Pick<
  Review,
  'id' | 'comment' | 'created_at' | 'triage_status' | 'adjudicated_at' | 'author_name'
> & { edited_at?: string | null; withdrawn_at?: string | null; commenter_imported?: boolean }

/** Returns the name of a comment's author, or a neutral label. */
export function formatAuthorName({ author_name }: Pick<CommentBodyFields, 'author_name'>): string {
  return author_name ?? t('Unknown')
}

export { toHue }

/** The label of a decision; closed ones have a lock icon after it. */
export function Disposition({
  comment,
}: {
  comment: Pick<CommentBodyFields, 'triage_status' | 'adjudicated_at'>
}) {
  if (comment.triage_status === null) return null
  const { label, hue, icon } = DISPOSITIONS[comment.triage_status]
  return (
    <Chip
      hue={hue}
      icon={icon}
      closed={comment.adjudicated_at !== null && comment.triage_status !== 'withdrawn'}
    >
      {label}
    </Chip>
  )
}

/** The age of a text, with the exact time as a tooltip. */
export function Age({ time, edited = false }: { time: string; edited?: boolean }) {
  const moment = parseTimestamp(time)
  if (!moment) return null
  return (
    <span className="muted small" title={formatExactTime(moment)}>
      {formatAge(moment, new Date())}
      {edited && t(', edited')}
    </span>
  )
}

/** Marks an imported author name that has no account. */
export function ImportedMark() {
  return <span className="muted small"> {t('(imported)')}</span>
}

/** Author, text and time; `heading` follows the name, `children` are below the text. */
export function CommentBody({
  comment,
  heading,
  children,
  isCurrent = false,
}: {
  comment: CommentBodyFields
  heading?: ReactNode
  children?: ReactNode
  /** Whether the address names this comment. */
  isCurrent?: boolean
}) {
  const name = formatAuthorName(comment)
  return (
    <div className={styles['said']} data-current={isCurrent || undefined} data-comment={comment.id}>
      <header>
        <Avatar name={name} hue={toHue(name)} />
        <bdi className="strong">{name}</bdi>
        {comment.commenter_imported === true && <ImportedMark />}
        {heading}
        <Age time={comment.created_at} edited={(comment.edited_at ?? null) !== null} />
        <span className="push">
          <Disposition comment={comment} />
        </span>
      </header>
      {comment.withdrawn_at ? (
        <p className="muted">{t('This reply was withdrawn.')}</p>
      ) : (
        <FormattedText text={comment.comment} />
      )}
      {children}
    </div>
  )
}
