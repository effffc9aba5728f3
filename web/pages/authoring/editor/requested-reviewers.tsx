import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { SelectMany } from '../../../kit/select-many.tsx'
import { locale, t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'

const names = new Intl.ListFormat(locale)

/** The requested reviewers of the open review request; nothing without one. For members only. */
export function RequestedReviewers({ rule }: { rule: Rule }) {
  const isOpen = rule.review_requestor_id !== null
  const { data } = useQuery({
    ...api.rules.reviewRequest.queryOptions({ ruleId: rule.id }),
    enabled: isOpen,
  })
  const request = data?.review_request
  if (!isOpen || !request) return null
  const { requestor_name: requestor, reviewers } = request
  return (
    <span className="muted small">
      {reviewers.length === 0
        ? t('{requestor} asks for a review', { requestor })
        : t('{requestor} asks {reviewers} for a review', {
            requestor,
            reviewers: names.format(reviewers.map(({ name }) => name)),
          })}
    </span>
  )
}

/** Chooses the requested reviewers from the members who can review. */
export function ReviewerChoice({
  ruleId,
  values,
  onChange,
}: {
  ruleId: number
  values: readonly number[]
  onChange: (ids: readonly number[]) => void
}) {
  const { data } = useQuery(api.rules.reviewRequest.queryOptions({ ruleId }))
  const people = data?.possible_reviewers ?? []
  if (people.length === 0) return null
  return (
    <SelectMany
      label={t('Reviewers')}
      none={t('Any reviewer')}
      values={values.map(String)}
      options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
