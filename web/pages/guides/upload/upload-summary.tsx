import { useQueries, useQuery } from '@tanstack/react-query'
import { Button } from '../../../kit/button.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import { countOutcomes, type GuideUpload, type UploadOutcome } from './send-guides.ts'
import { createJobsQuery, createUploadResultQuery, isUnfinished, listJobIds } from './upload-job-queries.ts'
import { UploadHead } from './upload-result.tsx'

/** What became of several files, with a button that closes their results; nothing for a single file. */
export function UploadSummary({
  uploads,
  isRunning,
  onDismiss,
}: {
  uploads: readonly GuideUpload[]
  isRunning: boolean
  onDismiss: () => void
}) {
  const outcomes = useOutcomes(uploads)
  if (uploads.length < 2) return null
  const { added, known, rejected, pending } = countOutcomes(outcomes)
  const files = formatCount(uploads.length, 'file')
  return (
    <UploadHead>
      <p role="status">
        <b>{files}</b>:{' '}
        {t('{added} added, {existing} already in the catalog, {rejected} rejected', {
          added,
          existing: known,
          rejected,
        })}
        {pending > 0 && t(', {pending} in progress', { pending })}
      </p>
      {!isRunning && <Button onPress={onDismiss}>{t('Dismiss all')}</Button>}
    </UploadHead>
  )
}

/** The outcome of each upload; that of a large file is in its job. */
function useOutcomes(uploads: readonly GuideUpload[]): UploadOutcome[] {
  const ids = listJobIds(uploads)
  const { data } = useQuery({ ...createJobsQuery(ids.length), enabled: ids.length > 0 })
  const jobs = (data?.jobs ?? []).filter(({ id }) => ids.includes(id))
  const done = jobs.filter(({ state }) => state === 'done')
  const results = useQueries({ queries: done.map(({ id }) => createUploadResultQuery(id)) })
  return [
    ...uploads.flatMap((upload): UploadOutcome[] => {
      if (upload.state === 'job') return []
      if (upload.state === 'done') return [upload.answer]
      return upload.state === 'rejected' || upload.state === 'too large' ? ['rejected'] : ['pending']
    }),
    ...jobs.filter(isUnfinished).map(() => 'pending' as const),
    ...jobs.filter(({ state }) => state === 'failed').map(() => 'rejected' as const),
    ...results.flatMap(({ data: answer }) => (answer ? [answer] : [])),
  ]
}
