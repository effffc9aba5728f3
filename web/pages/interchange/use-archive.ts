import { useState } from 'react'
import { announce } from '../../app/announce.tsx'
import { t } from '../../languages/t.ts'
import {
  selectAll,
  toForm,
  toSentence,
  type Parts,
  type Summary,
  type SelectedComponents,
} from './archive-contents.tsx'
import { useUpload } from './file-input.tsx'

/** The response of a dry run. */
interface ArchivePreview {
  summary: Summary
  warnings: string[]
}

/**
 * The chosen archive: dry run immediately and after each change of the parts; which components to import, and their
 * names.
 */
export function useArchive<T extends ArchivePreview>(address: string) {
  const [file, setFile] = useState<File | null>(null)
  const [parts, setParts] = useState<Parts>({ reviews: true, memberships: false })
  const [selected, setSelected] = useState<SelectedComponents>({})
  const [touched, setTouched] = useState(false)
  // While the file is checked again, the fields below stay, with what the user chose and typed.
  const [trial, setTrial] = useState<T | undefined>(undefined)
  const trying = useUpload<T>(t('Reading the archive'), (answer) => {
    const { summary } = answer
    setTrial(answer)
    if (!touched) setSelected(selectAll(summary))
    announce(`${toSentence(summary)}.`)
  })
  const startDryRun = (chosen: File, with_: Parts) => {
    trying.mutate({ address, files: [chosen], form: { values: toForm(with_, null, true) } })
  }
  return {
    file,
    parts,
    selected,
    trying,
    trial,
    take: (chosen: File) => {
      setFile(chosen)
      setTrial(undefined)
      setTouched(false)
      startDryRun(chosen, parts)
    },
    choose: (next: Parts) => {
      setParts(next)
      if (file) startDryRun(file, next)
    },
    select: (next: SelectedComponents) => {
      setTouched(true)
      setSelected(next)
    },
    /** The fields of the real import. */
    values: () => toForm(parts, touched ? selected : null, false),
    isReady: trying.isSuccess && Object.keys(selected).length > 0,
  }
}
