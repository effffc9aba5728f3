import { Button } from '../../../kit/button.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import { countOutcomes, type GuideUpload } from './send-guides.ts'
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
  if (uploads.length < 2) return null
  const { added, known, rejected } = countOutcomes(uploads)
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
      </p>
      {!isRunning && <Button onPress={onDismiss}>{t('Dismiss all')}</Button>}
    </UploadHead>
  )
}
