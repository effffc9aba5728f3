import { useQuery } from '@tanstack/react-query'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { readNewComment } from '../../history/new-comment.ts'
import { createHistoryQuery } from '../context/history-query.ts'

/** The last request for changes: who asks, and the remark. */
export function ChangeRequest({ ruleId }: { ruleId: number }) {
  const { data } = useQuery(createHistoryQuery(ruleId))
  const steps = data?.rows.map((entry) => ({ name: entry.name, step: readNewComment(entry) })) ?? []
  const request = steps.find(({ step }) => step?.action === 'request_changes')
  if (!request?.step) return null
  return (
    <p className="small">
      {rich('{name} asks for changes: {remark}', {
        name: <b>{request.name ?? t('Deleted account')}</b>,
        remark: <bdi>{request.step.text}</bdi>,
      })}
    </p>
  )
}
