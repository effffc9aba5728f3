import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ReviewAction, roleAtLeast } from '../../../src/vocabulary.ts'
import { api, queryClient } from '../../api/client.ts'
import { follow } from '../../api/live.ts'
import { me } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { SECTION_WORDS } from '../authoring/section-words.ts'
import { allowedIn } from './comment.tsx'
import styles from './comments.module.css'
import { OwnActions } from './own.tsx'
import { Reactions } from './reactions.tsx'
import { Reply } from './reply.tsx'
import { reviewRoute } from './review.route.ts'
import { Said, type Review } from './said.tsx'
import { SectionChanged } from './section-changed.tsx'
import { isOwn, Replies, type Allowed } from './thread.tsx'

const NOTHING: Allowed = { open: false, replies: false, frozen: true }

/** The steps of a review cycle, which stand among the comments. */
const STEPS = {
  request_review: 'Review requested',
  approve: 'Approved',
  request_changes: 'Changes requested',
  revoke_review_request: 'Request taken back',
  lock_control: 'Locked',
  unlock_control: 'Unlocked',
} as const satisfies Record<Exclude<ReviewAction, 'comment'>, string>

function titleOf({ id, action, responding_to_review_id: parent }: Review): string {
  if (action !== 'comment') return STEPS[action]
  return parent === null ? `Comment ${id}` : `Reply ${id}`
}

/** One comment with its replies: where it stands, what became of it, and where it is worked on. */
export default function ReviewPage() {
  const { reviewId } = reviewRoute.useParams()
  const { data } = useSuspenseQuery(api.reviews.get.queryOptions({ reviewId }))
  const { data: person } = useSuspenseQuery(me())
  const { review } = data
  const { data: summary } = useQuery(api.components.summary.queryOptions({ id: review.component_id }))
  const [replying, setReplying] = useState(false)
  const projectId = summary?.project_id
  useEffect(() => (projectId === undefined ? undefined : follow(queryClient, projectId)), [projectId])
  const isTop = review.responding_to_review_id === null
  const top = review.responding_to_review_id ?? review.id
  const allowed = summary ? allowedIn(summary) : NOTHING
  const mayReply = allowed.replies && review.action === 'comment'
  useKeys(mayReply ? { reply: () => setReplying(true) } : {})
  return (
    <div className={styles['page']}>
      <PageTitle
        title={titleOf(review)}
        trail={[summary?.name ?? 'Comments']}
        about={review.section === null ? undefined : SECTION_WORDS[review.section]}
      >
        {review.action === 'comment' && roleAtLeast(summary?.effective_permissions ?? null, 'author') && (
          <AddressLink
            to={`/components/${review.component_id}/triage`}
            search={{ comment: top, triage_status: 'all' }}
            look="first"
          >
            Open in triage
          </AddressLink>
        )}
      </PageTitle>
      <p className={styles['where']}>
        <code>{review.rule_displayed_name}</code>
        {summary && (
          <Link to="/components/$id" params={{ id: summary.id }}>
            {summary.name}
          </Link>
        )}
        {review.action === 'comment' && (
          <AddressLink
            to={`/components/${review.component_id}/comments`}
            search={{ ...(review.rule_id === null ? {} : { rule_id: review.rule_id }), comment: top }}
          >
            Read it where it stands
          </AddressLink>
        )}
        {!isTop && (
          <Link to="/reviews/$reviewId" params={{ reviewId: top }}>
            Reply to comment {top}
          </Link>
        )}
        {review.duplicate_of_review_id !== null && (
          <Link to="/reviews/$reviewId" params={{ reviewId: review.duplicate_of_review_id }}>
            Duplicate of comment {review.duplicate_of_review_id}
          </Link>
        )}
      </p>
      {isTop && review.rule_id !== null && <SectionChanged review={review} />}
      <article className={styles['framed']} aria-label={titleOf(review)}>
        <Said told={review}>
          {review.withdrawn_at === null && review.action === 'comment' && (
            <div className={styles['row']}>
              <Reactions reviewId={review.id} counts={review.reactions} open={allowed.open} />
              {mayReply && !replying && (
                <Button look="plain" icon="reply" keys="reply" onPress={() => setReplying(true)}>
                  Reply
                </Button>
              )}
              {isOwn(review, person.email) && <OwnActions review={review} frozen={allowed.frozen} />}
            </div>
          )}
        </Said>
      </article>
      {review.responses_count > 0 && <h2>Replies</h2>}
      <Replies to={review} email={person.email} allowed={allowed} />
      {replying && <Reply to={review} componentId={review.component_id} onClose={() => setReplying(false)} />}
    </div>
  )
}
