import { useState, type ReactNode } from 'react'
import { queryClient } from '../../api/client.ts'
import { reasonOf } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { TakeFile, useSending } from './file-input.tsx'

interface ImportResponse {
  toast: { message: string[] }
}

/**
 * Files that are tried at once, row by row, and taken in when one has seen what they would do; then what became of each
 * row stays in sight. `options` stands between the two; a change of its `values` tries the same files again.
 */
export function TriedImport<T extends ImportResponse>({
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
}: {
  title: string
  address: string
  label: string
  hint: string
  accept: readonly string[]
  mostBytes: number
  mostFiles?: number
  values?: Record<string, string>
  options?: (attempt: (values: Record<string, string>) => void) => ReactNode
  /** What the trial comes to, in a sentence, and whether a row stands against it. */
  before: (answer: T) => { refused: boolean; words: ReactNode }
  /** Whether there is anything to take in. */
  isReady: (answer: T) => boolean
  report: (answer: T) => ReactNode
  onClose: () => void
}) {
  const [files, setFiles] = useState<readonly File[]>([])
  const trying = useSending<T>('Trying each row', ({ toast }) => announce(toast.message.join(' ')))
  const taking = useSending<T>('Taking it in', () => void queryClient.invalidateQueries())
  const attempt = (chosen: readonly File[], said = values) => {
    setFiles(chosen)
    taking.reset()
    if (chosen.length > 0) {
      trying.mutate({ address, files: chosen, form: { values: { ...said, dry_run: 'true' } } })
    }
  }
  const { data: done } = taking
  if (done) {
    return (
      <Dialog title={title} isOpen wide onClose={onClose}>
        <BannerStrip look="done">{done.toast.message.join(' ')}</BannerStrip>
        {report(done)}
        <Actions>
          <Button look="first" autoFocus onPress={onClose}>
            Close
          </Button>
        </Actions>
      </Dialog>
    )
  }
  const trial = trying.isPending ? undefined : trying.data
  const sum = trial && before(trial)
  // What was refused now was no obstacle in the trial: someone changed the component meanwhile.
  const stale = reasonOf(taking.error)?.endsWith('.refused') ?? false
  return (
    <Dialog title={title} isOpen wide onClose={onClose}>
      <TakeFile
        {...take}
        mostFiles={mostFiles}
        files={files}
        sending={taking.isPending || taking.error !== null ? taking : trying}
        onFiles={(chosen) => attempt(chosen)}
      />
      {options?.((said) => attempt(files, said))}
      {trial && sum && (
        <>
          <BannerStrip look={sum.refused ? 'problem' : 'changed'}>
            {sum.words}
            {sum.refused && ' It is all or nothing: correct those rows and drop the file again.'}
          </BannerStrip>
          {report(trial)}
        </>
      )}
      <Actions>
        {stale ? (
          <Button look="first" onPress={() => attempt(files)}>
            Look again
          </Button>
        ) : (
          <Button
            look="first"
            isDisabled={!trial || !sum || sum.refused || !isReady(trial)}
            isPending={taking.isPending}
            onPress={() =>
              taking.mutate({ address, files, form: { values: { ...values, dry_run: 'false' } } })
            }
          >
            Take it in
          </Button>
        )}
        <Button onPress={onClose}>Cancel</Button>
      </Actions>
    </Dialog>
  )
}
