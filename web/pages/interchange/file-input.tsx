import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatProblem, toProblem } from '../../api/errors.ts'
import { uploadFile, type UploadForm } from '../../api/upload.ts'
import { announce } from '../../app/announce.tsx'
import { ProblemBanner, BannerStrip } from '../../kit/banner-strip.tsx'
import { DropZone } from '../../kit/drop-zone.tsx'
import { Progress } from '../../kit/progress.tsx'
import { t } from '../../languages/t.ts'
import { MEGABYTE } from './limits.ts'
import styles from './file-input.module.css'

export const SHEETS = ['.xlsx', '.csv', 'text/csv']
export const ARCHIVES = ['.zip', 'application/zip']

/** The upload of a file, with retry: progress, result and error. */
export function useUpload<T extends object>(label: string, onDone?: (answer: T, request: Upload) => void) {
  const [percent, setPercent] = useState(0)
  const sending = useMutation({
    mutationFn: async ({ address, files, form }: Upload): Promise<T> => {
      setPercent(0)
      return (await uploadFile(address, files, setPercent, form)) as T
    },
    onSuccess: (answer, request) => onDone?.(answer, request),
    onError: (error) => announce(formatProblem(toProblem(error))),
  })
  return { ...sending, percent, label }
}

interface Upload {
  address: string
  files: readonly File[]
  form?: UploadForm
}

/** A drop zone for one file or up to `mostFiles`, with progress and errors. */
export function FileInput({
  label,
  hint,
  accept,
  mostBytes,
  mostFiles = 1,
  files,
  sending,
  onFiles,
}: {
  label: string
  hint: string
  accept: readonly string[]
  /** The maximum size of each file. */
  mostBytes: number
  mostFiles?: number
  files: readonly File[]
  sending: { isPending: boolean; percent: number; label: string; error: unknown }
  onFiles: (files: readonly File[]) => void
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const several = mostFiles > 1
  const take = (chosen: File[]) => {
    const fault = findFault(chosen, { mostFiles, mostBytes, packed: accept.includes('.zip') })
    setRefused(fault)
    if (fault === null) onFiles(chosen)
    else announce(fault)
  }
  const names = files.map(({ name }) => name).join(', ')
  return (
    <>
      <DropZone
        label={label}
        action={chooseLabel(files.length > 0, several)}
        accept={accept}
        several={several}
        onFiles={take}
        isDisabled={sending.isPending}
      >
        <span>{names === '' ? hint : names}</span>
      </DropZone>
      {refused !== null && <BannerStrip variant="error">{refused}</BannerStrip>}
      {sending.isPending && (
        <div className={styles['upload']}>
          <span className="cut">{names}</span>
          {sending.percent < 100 ? (
            <Progress label={t('Sending {names}', { names })} value={sending.percent} />
          ) : (
            <Progress label={sending.label} />
          )}
        </div>
      )}
      {refused === null && sending.error !== null && <ProblemBanner problem={toProblem(sending.error)} />}
    </>
  )
}

function chooseLabel(hasFile: boolean, several: boolean): string {
  if (several) return hasFile ? t('Choose other files') : t('Choose files')
  return hasFile ? t('Choose another file') : t('Choose a file')
}

function findFault(
  files: readonly File[],
  { mostFiles, mostBytes, packed }: { mostFiles: number; mostBytes: number; packed: boolean },
): string | null {
  if (files.length === 0) return packed ? t('To upload a folder, pack it as .zip.') : t('This isn’t a file.')
  if (files.length > mostFiles) {
    return mostFiles === 1
      ? t('One file at a time.')
      : t('At most {limit} files at a time.', { limit: mostFiles })
  }
  const large = files.find(({ size }) => size > mostBytes)
  return large
    ? t('{name} is larger than {limit} MB.', { name: large.name, limit: mostBytes / MEGABYTE })
    : null
}
