import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api, queryClient, type Outputs } from '../../api/client.ts'
import { follow } from '../../api/live.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Inline } from '../../kit/inline.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { rich } from '../../languages/rich.ts'
import { t, verb } from '../../languages/t.ts'
import { SECTION_LABELS } from '../authoring/section-labels.ts'
import { WatchButton } from '../watching/watch-button.tsx'
import { CommentBody, type Review } from './comment-body.tsx'
import { ComponentContext } from './component-context.ts'
import { OwnActions } from './own-comment.tsx'
import { Reactions } from './reactions.tsx'
import { Reply } from './reply.tsx'
import { REVIEW_ACTION_LABELS } from './review-action-labels.ts'
import { SectionChanged } from './section-changed.tsx'
import { Replies } from './thread.tsx'
import styles from './review.module.css'

const route = getRouteApi('/signed-in/reviews/$reviewId')
type Read = Outputs['reviews']['get']
type Component = Outputs['components']['summary']

function formatTitle({ id, action, responding_to_review_id: parent }: Review): string {
  if (action !== 'comment') return REVIEW_ACTION_LABELS[action]
  return parent === null ? t('Comment {id}', { id }) : t('Reply {id}', { id })
}

/** A comment with its replies: its subject, its outcome, and a link to the triage. */
export default function ReviewPage() {
  const { reviewId } = route.useParams()
  const { data } = useSuspenseQuery(api.reviews.get.queryOptions({ reviewId }))
  const { review, allowed_actions: allowed } = data
  const { data: component } = useQuery(api.components.summary.queryOptions({ id: review.component_id }))
  const [replying, setReplying] = useState(false)
  const projectId = component?.project_id
  useEffect(() => (projectId === undefined ? undefined : follow(queryClient, projectId)), [projectId])
  useKeys(allowed.reply.allowed ? { reply: () => setReplying(true) } : {})
  const isTop = review.responding_to_review_id === null
  const prefix = component?.prefix ?? null
  const context = useMemo(() => ({ componentId: review.component_id, prefix }), [review.component_id, prefix])
  return (
    <PageContent className={styles['page']}>
      <PageTitle
        title={formatTitle(review)}
        parents={[component?.name ?? t('Comments')]}
        description={review.section === null ? undefined : SECTION_LABELS[review.section]}
      >
        {review.action === 'comment' && isTop && component?.effective_permissions != null && (
          <WatchButton watched={{ watched_type: 'Review', watched_id: review.id }} />
        )}
        {review.action === 'comment' && <TriageLink review={review} component={component} />}
      </PageTitle>
      <RelatedLinks review={review} component={component} />
      {isTop && review.rule_id !== null && <SectionChanged review={review} />}
      <ComponentContext value={context}>
        <article className={styles['framed']} tabIndex={-1} aria-label={formatTitle(review)}>
          <CommentBody comment={review}>
            {review.withdrawn_at === null && review.action === 'comment' && (
              <ReviewActions read={data} onReply={replying ? null : () => setReplying(true)} />
            )}
          </CommentBody>
          {replying && (
            <Reply comment={review} componentId={review.component_id} onClose={() => setReplying(false)} />
          )}
        </article>
        {review.responses_count > 0 && <h2>{t('Replies')}</h2>}
        <Replies comment={review} open={allowed.react.allowed} />
      </ComponentContext>
    </PageContent>
  )
}

/** The actions that the service allows the reader. */
function ReviewActions({
  read: { review, allowed_actions: allowed },
  onReply,
}: {
  read: Read
  onReply: (() => void) | null
}) {
  const isReply = review.responding_to_review_id !== null
  return (
    <Inline>
      <Reactions reviewId={review.id} counts={review.reactions} open={allowed.react.allowed} />
      {allowed.reply.allowed && onReply && (
        <Button variant="plain" icon="reply" keys="reply" onPress={onReply}>
          {verb('Reply')}
        </Button>
      )}
      <OwnActions comment={{ ...review, isReply, allowed }} />
    </Inline>
  )
}

function TriageLink({ review, component }: { review: Review; component: Component | undefined }) {
  if (!roleAtLeast(component?.effective_permissions ?? null, 'author')) return null
  return (
    <AddressLink
      to={`/components/${review.component_id}/triage`}
      search={{ comment: review.responding_to_review_id ?? review.id, triage_status: 'all' }}
      variant="primary"
    >
      {t('Open in triage')}
    </AddressLink>
  )
}

/** The subject of a comment, and related comments. */
function RelatedLinks({ review, component }: { review: Review; component: Component | undefined }) {
  const { responding_to_review_id: parent, duplicate_of_review_id: original } = review
  return (
    <p className={styles['where']}>
      <code>{review.rule_displayed_name}</code>
      {component && (
        <Link to="/components/$id" params={{ id: component.id }}>
          {component.name}
        </Link>
      )}
      {review.action === 'comment' && (
        <AddressLink
          to={`/components/${review.component_id}/comments`}
          search={{
            ...(review.rule_id === null ? {} : { rule_id: review.rule_id }),
            comment: parent ?? review.id,
          }}
        >
          {t('View in context')}
        </AddressLink>
      )}
      {parent !== null && (
        <Link to="/reviews/$reviewId" params={{ reviewId: parent }}>
          {rich('Reply to comment {parent}', { parent })}
        </Link>
      )}
      {original !== null && (
        <Link to="/reviews/$reviewId" params={{ reviewId: original }}>
          {rich('Duplicate of comment {original}', { original })}
        </Link>
      )}
    </p>
  )
}
