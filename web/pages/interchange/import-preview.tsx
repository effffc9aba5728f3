import { useState, type ReactNode } from 'react'
import { queryClient } from '../../api/client.ts'
import { toReason } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { t, verb } from '../../languages/t.ts'
import { FileInput, useUpload } from './file-input.tsx'
import { ImportDone } from './import-done.tsx'

interface TriedImportProps<T> {
  title: string
  address: string
  label: string
  hint: string
  accept: readonly string[]
  mostBytes: number
  mostFiles?: number
  values?: Record<string, string>
  options?: (attempt: (values: Record<string, string>) => void) => ReactNode
  /** A summary of the dry run, and whether a row prevents the import. */
  before: (answer: T) => { refused: boolean; label: string }
  /** A summary of the import. */
  after: (answer: T) => string
  /** Whether there is anything to import. */
  isReady: (answer: T) => boolean
  report: (answer: T) => ReactNode
  onClose: () => void
}

/**
 * Previews files row by row with a dry run, imports them on confirmation, and shows the result of each row. `options`
 * is shown between preview and import; a change of its `values` repeats the dry run.
 */
export function ImportPreview<T extends object>({
  title,
  address,
  mostFiles = 1,
  values = {},
  options,
  before,
  after,
  isReady,
  report,
  onClose,
  ...take
}: TriedImportProps<T>) {
  const { files, trying, taking, preview, attempt, takeIn } = useDryRun<T>({ address, values, before })
  if (taking.data) {
    return (
      <ImportDone title={title} label={after(taking.data)} onClose={onClose}>
        {report(taking.data)}
      </ImportDone>
    )
  }
  return (
    <Dialog title={title} isOpen wide onClose={onClose}>
      <FileInput
        {...take}
        mostFiles={mostFiles}
        files={files}
        sending={taking.isPending || taking.error !== null ? taking : trying}
        onFiles={(chosen) => attempt(chosen)}
      />
      {options?.((changed) => attempt(files, changed))}
      {preview && (
        <>
          <Outcome refused={preview.refused} label={preview.label} />
          {report(preview.answer)}
        </>
      )}
      <Actions>
        {isOutdated(taking.error) ? (
          <Button variant="primary" onPress={() => attempt(files)}>
            {t('Preview again')}
          </Button>
        ) : (
          <Button
            variant="primary"
            isDisabled={!preview || preview.refused || !isReady(preview.answer)}
            isPending={taking.isPending}
            onPress={takeIn}
          >
            {verb('Import')}
          </Button>
        )}
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

/** The chosen files: dry run immediately, then the import with the same values. */
function useDryRun<T extends object>({
  address,
  values,
  before,
}: Pick<TriedImportProps<T>, 'address' | 'before'> & { values: Record<string, string> }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const trying = useUpload<T>(t('Checking each row'), (answer) => announce(before(answer).label))
  const taking = useUpload<T>(t('Importing'), () => void queryClient.invalidateQueries())
  const attempt = (chosen: readonly File[], fields = values) => {
    setFiles(chosen)
    taking.reset()
    if (chosen.length > 0) {
      trying.mutate({ address, files: chosen, form: { values: { ...fields, dry_run: 'true' } } })
    }
  }
  const takeIn = () => taking.mutate({ address, files, form: { values: { ...values, dry_run: 'false' } } })
  const answer = trying.isPending ? undefined : trying.data
  const preview = answer && { answer, ...before(answer) }
  return { files, trying, taking, preview, attempt, takeIn }
}

/** Whether rows failed that the dry run accepted: the component changed in the meantime. */
function isOutdated(error: unknown): boolean {
  return toReason(error)?.endsWith('.refused') ?? false
}

function Outcome({ refused, label }: { refused: boolean; label: string }) {
  return (
    <BannerStrip variant={refused ? 'error' : 'warning'}>
      {label}
      {refused &&
        t(' Nothing is imported until every row is valid. Correct these rows, then drop the file again.')}
    </BannerStrip>
  )
}
