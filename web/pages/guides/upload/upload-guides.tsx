import { useState, type ReactElement } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button, IconButton } from '../../../kit/button.tsx'
import { DropZone } from '../../../kit/drop-zone.tsx'
import { Progress } from '../../../kit/progress.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { KIND_LABELS, type GuideKind } from '../catalog.ts'
import { GuideResults } from './guide-results.tsx'
import { ReplaceGuide } from './replace-guide.tsx'
import { sendGuides, type GuideUpload } from './send-guides.ts'
import { UploadJobs } from './upload-jobs.tsx'
import { UploadHead, UploadResult } from './upload-result.tsx'
import { UploadSummary } from './upload-summary.tsx'
import styles from './upload-guides.module.css'

const ACCEPTED = ['.xml', '.zip', '.reqif', '.reqifz', 'text/xml', 'application/xml', 'application/zip']

const OTHER_KIND = { srgs: 'stigs', stigs: 'srgs' } as const satisfies Record<GuideKind, GuideKind>
/** The reasons with which a catalog rejects a guide of the other one. */
const OTHER_KIND_REASONS: ReadonlySet<string> = new Set(['xccdf.not_an_srg', 'xccdf.not_a_stig'])

/** Uploads files one after the other, each with its progress, then one line per benchmark or why it was rejected. */
export function UploadGuides({ kind }: { kind: GuideKind }) {
  const [uploads, setUploads] = useState<readonly GuideUpload[]>([])
  const isRunning = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  const send = async (files: readonly File[]) => {
    const finished = uploads.filter(({ state }) => state === 'job')
    const waiting = files.map((file) => ({ name: file.name, file, kind, state: 'waiting' as const }))
    setUploads([...finished, ...waiting])
    for (const file of files) await sendOne(file, kind)
    await queryClient.invalidateQueries(api[kind].pathFilter())
  }
  const sendOne = async (file: File, catalog: GuideKind) => {
    const { name } = file
    // The user may dismiss other lines in the meantime.
    const put = (next: GuideUpload) =>
      setUploads((now) => now.map((item) => (item.file === file ? next : item)))
    const sending = { name, file, kind: catalog, state: 'sending' } as const
    put({ ...sending, percent: 0 })
    put(await sendGuides(catalog, file, (percent) => put({ ...sending, percent })))
  }
  const sendTo = async ({ file }: GuideUpload, other: GuideKind) => {
    await sendOne(file, other)
    await queryClient.invalidateQueries(api[other].pathFilter())
  }
  return (
    <div className={styles['uploads']}>
      <DropZone
        label={t('Upload {kind}', { kind: KIND_LABELS[kind] })}
        action={t('Choose files')}
        accept={ACCEPTED}
        onFiles={(files) => files.length > 0 && void send(files)}
        isDisabled={isRunning}
      >
        <span>
          {t(
            'or drop them here: XCCDF or SCAP (.xml), ReqIF (.reqif, .reqifz), packages and libraries (.zip, up to 600 MB)',
          )}
        </span>
      </DropZone>
      <UploadSummary uploads={uploads} isRunning={isRunning} onDismiss={() => setUploads([])} />
      {uploads.map((upload, index) => (
        <UploadLine
          key={`${index} ${upload.name}`}
          upload={upload}
          onDismiss={() => setUploads((now) => now.filter((item) => item !== upload))}
          onSendTo={(other) => void sendTo(upload, other)}
        />
      ))}
      <UploadJobs kind={kind} uploads={uploads} />
    </div>
  )
}

function UploadLine({
  upload,
  onDismiss,
  onSendTo,
}: {
  upload: GuideUpload
  onDismiss: () => void
  /** Uploads the file again, to the other catalog. */
  onSendTo: (other: GuideKind) => void
}) {
  const { name, file, kind } = upload
  const dismiss = <IconButton icon="cross" label={t('Dismiss {name}', { name })} onPress={onDismiss} />
  switch (upload.state) {
    case 'waiting':
      return (
        <div className={styles['upload']}>
          <span className="cut">{name}</span>
          <span className="muted">{t('Queued')}</span>
        </div>
      )
    case 'sending':
      return (
        <div className={styles['upload']}>
          <span className="cut">{name}</span>
          {upload.percent < 100 ? (
            <Progress label={t('Sending {name}', { name })} value={upload.percent} />
          ) : (
            <Progress label={t('Reading {name}', { name })} />
          )}
        </div>
      )
    case 'done':
      return (
        <UploadResult>
          <UploadHead>
            <span className="strong cut">{name}</span>
            {dismiss}
          </UploadHead>
          <GuideResults fileName={name} answer={upload.answer} source={{ kind, file }} />
        </UploadResult>
      )
    case 'too large':
      return (
        <BannerStrip variant="error" action={dismiss}>
          {rich('{name} is too large (limit 600 MB)', { name: <b>{name}</b> })}
        </BannerStrip>
      )
    case 'rejected':
      return <RejectedFile upload={upload} dismiss={dismiss} onSendTo={onSendTo} />
    case 'job':
      return null
  }
}

function RejectedFile({
  upload: { name, file, kind, problem },
  dismiss,
  onSendTo,
}: {
  upload: Extract<GuideUpload, { state: 'rejected' }>
  dismiss: ReactElement
  onSendTo: (other: GuideKind) => void
}) {
  return (
    <UploadResult>
      <p className="strong cut">{rich('{name} was rejected', { name })}</p>
      <ProblemBanner problem={problem} action={dismiss} />
      {OTHER_KIND_REASONS.has(problem.reason ?? '') && (
        <p>
          <Button icon="into" onPress={() => onSendTo(OTHER_KIND[kind])}>
            {t('Upload to {kind}', { kind: KIND_LABELS[OTHER_KIND[kind]] })}
          </Button>
        </p>
      )}
      {problem.reason === 'guide.duplicate' && <ReplaceGuide kind={kind} file={file} />}
    </UploadResult>
  )
}
