import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '../../api/errors.ts'
import { uploadFile, type UploadForm } from '../../api/upload.ts'
import { announce } from '../../app/announce.tsx'
import { DropZone } from '../../kit/drop-zone.tsx'
import { Progress } from '../../kit/progress.tsx'
import { ProblemStrip, Strip } from '../../kit/strip.tsx'
import { MEGABYTE } from './limits.ts'
import styles from './interchange.module.css'

export const SHEETS = ['.xlsx', '.csv', 'text/csv']
export const ARCHIVES = ['.zip', 'application/zip']

/** Sending a file, again if need be: how far it is, what came of it, and why it was refused. */
export function useSending<T extends object>(label: string, onDone?: (answer: T, asked: Sending) => void) {
  const [percent, setPercent] = useState(0)
  const sending = useMutation({
    mutationFn: async ({ address, file, form }: Sending): Promise<T> => {
      setPercent(0)
      return (await uploadFile(address, file, setPercent, form)) as T
    },
    onSuccess: (answer, asked) => onDone?.(answer, asked),
    onError: (error) => announce(problemOf(error).sentence),
  })
  return { ...sending, percent, label }
}

interface Sending {
  address: string
  file: File
  form?: UploadForm
}

/** A place to drop one file, with its progress and what was wrong with it. */
export function TakeFile({
  label,
  hint,
  accept,
  mostBytes,
  file,
  sending,
  onFile,
}: {
  label: string
  hint: string
  accept: readonly string[]
  mostBytes: number
  file: File | null
  sending: { isPending: boolean; percent: number; label: string; error: unknown }
  onFile: (file: File) => void
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const take = ([first, ...others]: File[]) => {
    if (!first) return
    if (others.length > 0) return setRefused('One file at a time.')
    if (first.size > mostBytes) {
      return setRefused(`${first.name} is larger than ${mostBytes / MEGABYTE} MB.`)
    }
    setRefused(null)
    onFile(first)
  }
  return (
    <>
      <DropZone
        label={label}
        action={file ? 'Choose another file' : 'Choose a file'}
        accept={accept}
        several={false}
        onFiles={take}
        isDisabled={sending.isPending}
      >
        <span>{file ? file.name : hint}</span>
      </DropZone>
      {refused !== null && <Strip look="problem">{refused}</Strip>}
      {sending.isPending && (
        <div className={styles['upload']}>
          <span className="cut">{file?.name}</span>
          {sending.percent < 100 ? (
            <Progress label={`Sending ${file?.name ?? ''}`} value={sending.percent} />
          ) : (
            <Progress label={sending.label} />
          )}
        </div>
      )}
      {refused === null && sending.error !== null && <ProblemStrip problem={problemOf(sending.error)} />}
    </>
  )
}
