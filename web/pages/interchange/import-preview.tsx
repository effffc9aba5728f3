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

interface ImportResponse {
  toast: { message: string[] }
}

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
  before: (answer: T) => { refused: boolean; label: ReactNode }
  /** Whether there is anything to import. */
  isReady: (answer: T) => boolean
  report: (answer: T) => ReactNode
  onClose: () => void
}

/**
 * Previews files row by row with a dry run, imports them on confirmation, and shows the result of each row. `options`
 * is shown between preview and import; a change of its `values` repeats the dry run.
 */
export function ImportPreview<T extends ImportResponse>({
  title,
  address,
  mostFiles = 1,
  values = {},
  options,
  before,
  isReady,
  report,
  onClose,
  ...take
}: TriedImportProps<T>) {
  const { files, trying, taking, attempt, takeIn } = useDryRun<T>(address, values)
  if (taking.data) {
    return (
      <ImportDone title={title} label={taking.data.toast.message.join(' ')} onClose={onClose}>
        {report(taking.data)}
      </ImportDone>
    )
  }
  const trial = trying.isPending ? undefined : trying.data
  const sum = trial && before(trial)
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
      {trial && sum && (
        <>
          <Outcome refused={sum.refused} label={sum.label} />
          {report(trial)}
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
            isDisabled={!trial || !sum || sum.refused || !isReady(trial)}
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
function useDryRun<T extends ImportResponse>(address: string, values: Record<string, string>) {
  const [files, setFiles] = useState<readonly File[]>([])
  const trying = useUpload<T>(t('Checking each row'), ({ toast }) => announce(toast.message.join(' ')))
  const taking = useUpload<T>(t('Importing'), () => void queryClient.invalidateQueries())
  const attempt = (chosen: readonly File[], fields = values) => {
    setFiles(chosen)
    taking.reset()
    if (chosen.length > 0) {
      trying.mutate({ address, files: chosen, form: { values: { ...fields, dry_run: 'true' } } })
    }
  }
  const takeIn = () => taking.mutate({ address, files, form: { values: { ...values, dry_run: 'false' } } })
  return { files, trying, taking, attempt, takeIn }
}

/** Whether rows failed that the dry run accepted: the component changed in the meantime. */
function isOutdated(error: unknown): boolean {
  return toReason(error)?.endsWith('.refused') ?? false
}

function Outcome({ refused, label }: { refused: boolean; label: ReactNode }) {
  return (
    <BannerStrip variant={refused ? 'error' : 'warning'}>
      {label}
      {refused &&
        t(' Nothing is imported until every row is valid. Correct these rows, then drop the file again.')}
    </BannerStrip>
  )
}
