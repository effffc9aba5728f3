import { useState } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { problemOf, type Problem } from '../../api/errors.ts'
import { uploadFile } from '../../api/upload.ts'
import { announce } from '../../app/announce.tsx'
import { IconButton } from '../../kit/button.tsx'
import { DropZone } from '../../kit/drop-zone.tsx'
import { Progress } from '../../kit/progress.tsx'
import { ProblemStrip, Strip } from '../../kit/strip.tsx'
import styles from './guides.module.css'

const MOST_BYTES = 50 * 1024 * 1024

type Upload = { name: string } & (
  | { state: 'running'; percent: number }
  | { state: 'done' }
  | { state: 'refused'; problem: Problem }
  | { state: 'too large' }
)

/** Puts files into the catalog, one after the other, each with its progress or why it was refused. */
export function UploadGuide({ kind }: { kind: 'srgs' | 'stigs' }) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = uploads.some(({ state }) => state === 'running')
  const put = (place: number, upload: Upload) =>
    setUploads((now) => now.map((one, index) => (index === place ? upload : one)))
  const send = async (files: readonly File[]) => {
    setUploads(files.map(({ name }) => ({ name, state: 'running', percent: 0 })))
    for (const [place, file] of files.entries()) {
      put(
        place,
        await outcomeOf(kind, file, (percent) => put(place, { name: file.name, state: 'running', percent })),
      )
    }
    await queryClient.invalidateQueries(api[kind].pathFilter())
  }
  return (
    <div className={styles['uploads']}>
      <DropZone
        label={`Upload ${kind === 'srgs' ? 'SRGs' : 'STIGs'}`}
        action="Choose files"
        accept={['.xml', '.zip', '.reqif', '.reqifz', 'text/xml', 'application/xml', 'application/zip']}
        onFiles={(files) => files.length > 0 && void send(files)}
        isDisabled={running}
      >
        <span>or drop them here: XCCDF (.xml, .zip) or ReqIF (.reqif, .reqifz), up to 50 MB each</span>
      </DropZone>
      {uploads.map((upload) => (
        <Line
          key={upload.name}
          upload={upload}
          onClose={() => setUploads(uploads.filter((one) => one !== upload))}
        />
      ))}
    </div>
  )
}

async function outcomeOf(
  kind: 'srgs' | 'stigs',
  file: File,
  onProgress: (percent: number) => void,
): Promise<Upload> {
  const { name } = file
  if (file.size > MOST_BYTES) return { name, state: 'too large' }
  try {
    await uploadFile(`/${kind}`, [file], onProgress)
    announce(`${name} is in the catalog.`)
    return { name, state: 'done' }
  } catch (error) {
    return { name, state: 'refused', problem: problemOf(error) }
  }
}

function Line({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const close = <IconButton icon="cross" label={`Close what is said of ${upload.name}`} onPress={onClose} />
  switch (upload.state) {
    case 'running':
      return (
        <div className={styles['upload']}>
          <span className="cut">{upload.name}</span>
          {upload.percent < 100 ? (
            <Progress label={`Sending ${upload.name}`} value={upload.percent} />
          ) : (
            <Progress label={`Reading ${upload.name}`} />
          )}
        </div>
      )
    case 'done':
      return (
        <Strip look="done" action={close}>
          {upload.name} is in the catalog.
        </Strip>
      )
    case 'too large':
      return (
        <Strip look="problem" action={close}>
          <b>{upload.name}</b> is larger than 50 MB.
        </Strip>
      )
    case 'refused':
      return (
        <div className={styles['refused']}>
          <p className="strong cut">{upload.name} was refused</p>
          <ProblemStrip problem={upload.problem} action={close} />
        </div>
      )
  }
}
