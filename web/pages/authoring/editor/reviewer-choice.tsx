import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { SelectMany } from '../../../kit/select-many.tsx'
import { t } from '../../../languages/t.ts'

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
