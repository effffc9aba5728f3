import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { me } from '../../api/me.ts'
import { due, exact, momentOf } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { Avatar, Chip } from '../../kit/chip.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import { placeWords } from '../authoring/section-words.ts'
import { DISPOSITIONS } from '../components/states-of.ts'
import { Reactions } from '../comments/reactions.tsx'
import { Reply } from '../comments/reply.tsx'
import { Age, Disposition, hueOfName } from '../comments/said.tsx'
import { Replies, type Allowed } from '../comments/thread.tsx'
import { Words } from '../comments/words.tsx'
import type { Row } from './rows.ts'
import styles from './triage.module.css'

export type Alike = Outputs['reviews']['similarTo']['rows'][number]

/** The comment in hand: who said what, what is known about it, its thread, and what is alike. */
export function CommentPane({
  row,
  assignee,
  allowed,
  alike,
  replying,
  hrefOf,
  onCurrent,
  onReply,
  children,
}: {
  row: Row
  /** The name of whose task it is. */
  assignee: string | null
  allowed: Allowed
  alike: readonly Alike[]
  replying: boolean
  hrefOf: (id: number) => string
  onCurrent: (id: number) => void
  onReply: (open: boolean) => void
  /** Strips that belong to this comment. */
  children?: ReactNode
}) {
  const { data: person } = useSuspenseQuery(me())
  const read = useQuery(api.reviews.get.queryOptions({ reviewId: row.id }))
  const review = read.data?.review
  const name = row.author_name ?? 'Somebody'
  const written = momentOf(row.created_at)
  return (
    <section className={styles['comment']} aria-label={`Comment ${row.id}`} tabIndex={-1} data-panel>
      <header className={styles['by']}>
        <Avatar name={name} hue={hueOfName(name)} large />
        <div>
          <bdi className="strong">{name}</bdi>
          <span className="muted small" title={written ? exact(written) : undefined}>
            <Age at={row.created_at} edited={(review?.edited_at ?? null) !== null} />
          </span>
        </div>
        <Disposition of={row} />
      </header>
      <p className={styles['facts']}>
        <span>
          {row.id} on {row.rule_id === null ? 'the component' : placeWords(row.section)}
        </span>
        <Task row={row} assignee={assignee} />
      </p>
      {children}
      <Words text={row.comment} />
      <Decided row={row} hrefOf={hrefOf} onCurrent={onCurrent} />
      <div className={styles['actions']}>
        <Reactions reviewId={row.id} counts={row.reactions} open={allowed.open} />
        {allowed.replies && !replying && (
          <Button look="plain" icon="reply" keys="reply" onPress={() => onReply(true)}>
            Reply
          </Button>
        )}
      </div>
      {read.error && !read.data && <ProblemStrip problem={problemOf(read.error)} />}
      {/* Replies change nothing of the queue, so that its row may not know of the newest. */}
      <Replies
        to={{ ...row, responses_count: review?.responses_count ?? row.responses_count }}
        email={person.email}
        allowed={allowed}
      />
      {replying && <Reply to={row} componentId={row.component_id} onClose={() => onReply(false)} />}
      {alike.length > 0 && (
        <section className={styles['alike']} aria-label="Comments that are alike">
          <p className="small strong muted">
            {alike.length === 1 ? '1 alike' : `${alike.length} alike`}
            <span className={`${styles['hint']} only-wide`}>
              <Keys of="decide5" /> <Keys of="open" /> duplicate of the first
            </span>
          </p>
          <ol>
            {alike.slice(0, 5).map(({ review: other, score }) => (
              <li key={other.id}>
                <span className="muted small">{score.toFixed(2)}</span>
                <a
                  href={hrefOf(other.id)}
                  className="cut"
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return
                    event.preventDefault()
                    onCurrent(other.id)
                  }}
                >
                  {other.id} <bdi>{other.comment}</bdi>
                </a>
                <Disposition of={other} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </section>
  )
}

/** Whose task it is and until when. */
function Task({ row, assignee }: { row: Row; assignee: string | null }) {
  if (row.assignee_id === null && row.due_on === null) return null
  const until = row.due_on === null ? null : due(row.due_on, new Date())
  const late = until?.late === true && row.adjudicated_at === null
  return (
    <span className={`push ${styles['task']}`}>
      {late ? (
        <Chip hue="vermilion" icon="clock">
          {until.words}
        </Chip>
      ) : (
        until?.words
      )}
      {assignee !== null && <span>assigned to {assignee}</span>}
    </span>
  )
}

/** Who decided what, and where it leads. */
function Decided({
  row,
  hrefOf,
  onCurrent,
}: {
  row: Row
  hrefOf: (id: number) => string
  onCurrent: (id: number) => void
}) {
  const { triage_status: status, duplicate_of_review_id: original } = row
  if (status === null || status === 'pending') return null
  const at = momentOf(row.triage_set_at)
  return (
    <p className="small muted">
      {DISPOSITIONS[status].words}
      {original !== null && (
        <>
          {' of '}
          <a
            href={hrefOf(original)}
            onClick={(event) => {
              event.preventDefault()
              onCurrent(original)
            }}
          >
            comment {original}
          </a>
        </>
      )}
      {row.addressed_by_rule_name !== null && ` ${row.addressed_by_rule_name}`}
      {row.triager_display_name !== null && status !== 'withdrawn' && ` by ${row.triager_display_name}`}
      {at && `, ${exact(at)}`}
    </p>
  )
}
