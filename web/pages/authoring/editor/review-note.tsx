import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { rich } from '../../../languages/rich.ts'
import { locale, t } from '../../../languages/t.ts'
import { readNewComment } from '../../history/new-comment.ts'
import { createHistoryQuery } from '../context/history-query.ts'
import type { Rule } from '../fields.ts'
import { REQUEST_WITHOUT_REMARK } from './request-without-remark.ts'

const names = new Intl.ListFormat(locale)

/** Says who waits for a review with which remark, or why changes are requested. For members only. */
export function ReviewNote({ rule }: { rule: Rule }) {
  return rule.review_requestor_id === null ? (
    <ChangeRequest ruleId={rule.id} />
  ) : (
    <RequestedReviewers ruleId={rule.id} />
  )
}

function RequestedReviewers({ ruleId }: { ruleId: number }) {
  const { data } = useQuery(api.rules.reviewRequest.queryOptions({ ruleId }))
  const request = data?.review_request
  if (!request) return null
  const { requestor_name: requestor, reviewers, comment } = request
  const sentence =
    reviewers.length === 0
      ? t('{requestor} asks for a review', { requestor })
      : t('{requestor} asks {reviewers} for a review', {
          requestor,
          reviewers: names.format(reviewers.map(({ name }) => name)),
        })
  return (
    <span className="muted small">
      {sentence}
      {comment !== '' && comment !== REQUEST_WITHOUT_REMARK && (
        <>
          : <bdi>{comment}</bdi>
        </>
      )}
    </span>
  )
}

/** The last request for changes: who asks, and the remark. */
function ChangeRequest({ ruleId }: { ruleId: number }) {
  const { data } = useQuery(createHistoryQuery(ruleId))
  const steps = data?.rows.map((entry) => ({ name: entry.name, step: readNewComment(entry) })) ?? []
  const request = steps.find(({ step }) => step?.action === 'request_changes')
  if (!request?.step) return null
  return (
    <span className="small">
      {rich('{name} asks for changes: {remark}', {
        name: <b>{request.name ?? t('Deleted account')}</b>,
        remark: <bdi>{request.step.text}</bdi>,
      })}
    </span>
  )
}
