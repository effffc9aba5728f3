import { toProblem } from '../../../api/errors.ts'
import { formatDueDate, formatExactTime, parseTimestamp } from '../../../api/time.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Avatar, Chip } from '../../../kit/chip.tsx'
import { follow } from '../../../kit/plain-link.tsx'
import { rich } from '../../../languages/rich.ts'
import { t, verb } from '../../../languages/t.ts'
import { formatSection } from '../../authoring/section-labels.ts'
import { Age, Disposition, toHue, ImportedMark, formatAuthorName } from '../../comments/comment-body.tsx'
import { FormattedText } from '../../comments/labels.tsx'
import { Reactions } from '../../comments/reactions.tsx'
import { Reply } from '../../comments/reply.tsx'
import { Facts } from '../../comments/subject.tsx'
import { Replies } from '../../comments/thread.tsx'
import { toReplyDraftId, useHasDraft } from '../../comments/use-draft.ts'
import { useReview } from '../../comments/use-review.ts'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import type { Row } from '../queue/rows.ts'
import { SimilarComments, type SimilarComment } from './similar-comments.tsx'
import styles from './comment-pane.module.css'

interface Steps {
  toHref: (id: number) => string
  onCurrent: (id: number) => void
}

/** The selected comment: text, metadata, thread, and similar comments. */
export function CommentPane({
  row,
  assignee,
  alike,
  replying,
  toHref,
  onCurrent,
  onReply,
}: Steps & {
  row: Row
  /** The name of the assignee. */
  assignee: string | null
  alike: readonly SimilarComment[]
  replying: boolean
  onReply: (open: boolean) => void
}) {
  const read = useReview(row.id)
  const { review, allowed_actions: allowed } = read.data ?? {}
  const open = allowed?.react.allowed === true
  // A reply doesn't update its comment's row in the queue, so the row may not include the newest reply.
  const current = { ...row, responses_count: review?.responses_count ?? row.responses_count }
  return (
    <section
      className={styles['comment']}
      aria-label={t('Comment {id}', { id: row.id })}
      tabIndex={-1}
      data-panel
    >
      <Commenter
        row={row}
        isImported={review?.commenter_imported === true}
        isEdited={(review?.edited_at ?? null) !== null}
      />
      <Facts>
        <span>
          {rich('{id} on {section}', {
            id: row.id,
            section: row.rule_id === null ? t('the component') : formatSection(row.section),
          })}
        </span>
        <Assignment row={row} assignee={assignee} />
      </Facts>
      <FormattedText text={row.comment} />
      <Outcome row={row} toHref={toHref} onCurrent={onCurrent} />
      <div className={styles['actions']}>
        <Reactions reviewId={row.id} counts={row.reactions} open={open} />
        {allowed?.reply.allowed === true && !replying && (
          <ReplyButton reviewId={row.id} onReply={() => onReply(true)} />
        )}
      </div>
      {read.error && !read.data && <ProblemBanner problem={toProblem(read.error)} />}
      <Replies comment={current} open={open} />
      {replying && <Reply comment={row} componentId={row.component_id} onClose={() => onReply(false)} />}
      <SimilarComments alike={alike} toHref={toHref} onCurrent={onCurrent} />
    </section>
  )
}

function ReplyButton({ reviewId, onReply }: { reviewId: number; onReply: () => void }) {
  const hasDraft = useHasDraft(toReplyDraftId(reviewId), true)
  return (
    <Button variant="plain" icon="reply" keys="reply" onPress={onReply}>
      {hasDraft ? t('Continue your reply') : verb('Reply')}
    </Button>
  )
}

function Commenter({ row, isImported, isEdited }: { row: Row; isImported: boolean; isEdited: boolean }) {
  const name = formatAuthorName(row)
  const written = parseTimestamp(row.created_at)
  return (
    <header className={styles['by']}>
      <Avatar name={name} hue={toHue(name)} large />
      <div>
        <bdi className="strong">{name}</bdi>
        {isImported && <ImportedMark />}
        <span className="muted small" title={written ? formatExactTime(written) : undefined}>
          <Age time={row.created_at} edited={isEdited} />
        </span>
      </div>
      <Disposition comment={row} />
    </header>
  )
}

/** The assignee and the due date. */
function Assignment({ row, assignee }: { row: Row; assignee: string | null }) {
  if (row.assignee_id === null && row.due_on === null) return null
  const dueDate = row.due_on === null ? null : formatDueDate(row.due_on, new Date())
  const late = dueDate?.late === true && row.adjudicated_at === null
  return (
    <span className={`push ${styles['task']}`}>
      {late ? (
        <Chip hue="vermilion" icon="clock">
          {dueDate.label}
        </Chip>
      ) : (
        dueDate?.label
      )}
      {assignee !== null && <span>{rich('assigned to {assignee}', { assignee })}</span>}
    </span>
  )
}

/** The decision and its author, with a link to the target. */
function Outcome({ row, toHref, onCurrent }: Steps & { row: Row }) {
  const { triage_status: status, duplicate_of_review_id: original } = row
  if (status === null || status === 'pending') return null
  const triagedAt = parseTimestamp(row.triage_set_at)
  return (
    <p className="small muted">
      {DISPOSITIONS[status].label}
      {original !== null && (
        <>
          {' '}
          {rich('of <a>comment {original}</a>', {
            a: (inner) => (
              <a href={toHref(original)} onClick={(event) => follow(event, () => onCurrent(original))}>
                {inner}
              </a>
            ),
            original,
          })}
        </>
      )}
      {row.addressed_by_rule_name !== null && ` ${row.addressed_by_rule_name}`}
      {row.triager_display_name !== null &&
        status !== 'withdrawn' &&
        t(' by {name}', { name: row.triager_display_name })}
      {triagedAt && `, ${formatExactTime(triagedAt)}`}
    </p>
  )
}
