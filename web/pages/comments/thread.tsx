import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { ProblemStrip } from '../../kit/strip.tsx'
import { DISPOSITIONS } from '../components/states-of.ts'
import styles from './comments.module.css'
import { OwnActions } from './own.tsx'
import { Reactions } from './reactions.tsx'
import { Said, type Review } from './said.tsx'

/** What the phase of the component and the reader's role allow. */
export interface Allowed {
  /** Reactions, and new comments. */
  open: boolean
  replies: boolean
  /** Nothing at all is changed any more. */
  frozen: boolean
}

/** The replies to a comment, oldest first; with each what its reader may do. */
export function Replies({
  to,
  email,
  allowed,
}: {
  to: Pick<Review, 'id' | 'responses_count' | 'triage_status'> & Decided
  /** Whose replies are one's own. */
  email: string
  allowed: Allowed
}) {
  const thread = useQuery({
    ...api.reviews.responses.queryOptions({ reviewId: to.id, page: 1, per_page: 200 }),
    enabled: to.responses_count > 0,
  })
  if (to.responses_count === 0) return null
  if (thread.error) return <ProblemStrip problem={problemOf(thread.error)} />
  return (
    <ol className={styles['replies']} aria-label={`Replies to comment ${to.id}`} aria-busy={!thread.data}>
      {thread.data?.rows.map((reply) => (
        <li key={reply.id}>
          <Said told={reply} about={isResponse(reply, to) && <ResponseMark to={to} />}>
            {reply.withdrawn_at === null && (
              <div className={styles['row']}>
                <Reactions reviewId={reply.id} counts={reply.reactions} open={allowed.open} />
                {isOwn(reply, email) && <OwnActions review={reply} frozen={allowed.frozen} />}
              </div>
            )}
          </Said>
        </li>
      ))}
    </ol>
  )
}

function ResponseMark({ to }: { to: Pick<Review, 'triage_status'> }) {
  if (to.triage_status === null) return null
  return <span className="small muted">Response to: {DISPOSITIONS[to.triage_status].words}</span>
}

/** What somebody posted together with their decision, or with the closing, is its response. */
export function isResponse(reply: Pick<Review, 'created_at' | 'author_name'>, to: Decided): boolean {
  const { created_at: at, author_name: by } = reply
  const decided = at === to.triage_set_at && by === to.triager_display_name
  return decided || (at === to.adjudicated_at && by === to.adjudicator_display_name)
}

type Decided = Pick<
  Review,
  'triage_set_at' | 'triager_display_name' | 'adjudicated_at' | 'adjudicator_display_name'
>

/** Addresses are told to their owner and to authors, so that one's own is always there. */
export function isOwn(review: Pick<Review, 'author_email'>, email: string): boolean {
  return review.author_email !== null && review.author_email === email
}
