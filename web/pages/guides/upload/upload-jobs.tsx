import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { isUnreachable, toErrorMessage, toProblem, translateDetail } from '../../../api/errors.ts'
import { formatTimeOfDay, parseTimestamp } from '../../../api/time.ts'
import { announce } from '../../../app/announce.tsx'
import { BannerStrip, ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button, IconButton } from '../../../kit/button.tsx'
import { Progress } from '../../../kit/progress.tsx'
import { formatNumber, t } from '../../../languages/t.ts'
import { useEndJob } from '../../interchange/use-end-job.ts'
import type { GuideKind } from '../catalog.ts'
import { GuideResults } from './guide-results.tsx'
import type { GuidesAnswer, GuideUpload } from './send-guides.ts'
import {
  createJobsQuery,
  createUploadResultQuery,
  isUnfinished,
  listJobIds,
  type Job,
} from './upload-job-queries.ts'
import { UploadHead, UploadResult } from './upload-result.tsx'

const OPERATIONS: Record<string, GuideKind | 'both'> = {
  'srgs.upload': 'srgs',
  'stigs.upload': 'stigs',
  'guides.upload': 'both',
}

const KINDS = ['srgs', 'stigs'] as const satisfies GuideKind[]

/** Uploads that run as jobs, also those of an earlier visit: progress, one line per benchmark, or why they failed. */
export function UploadJobs({ kind, uploads }: { kind: GuideKind; uploads: readonly GuideUpload[] }) {
  const { data } = useQuery(createJobsQuery(listJobIds(uploads).length))
  const jobs = (data?.jobs ?? []).filter(({ operation, state }) => {
    const uploaded = OPERATIONS[operation]
    return (uploaded === kind || uploaded === 'both') && state !== 'cancelled'
  })
  useRefreshWhenDone(jobs)
  const findUpload = (id: number) => uploads.find((upload) => upload.state === 'job' && upload.id === id)
  return jobs.map((job) => <UploadJob key={job.id} kind={kind} job={job} upload={findUpload(job.id)} />)
}

function UploadJob({ kind, job, upload }: { kind: GuideKind; job: Job; upload: GuideUpload | undefined }) {
  const { id, state } = job
  const created = parseTimestamp(job.created_at)
  const name = upload?.name ?? t('Upload at {time}', { time: created ? formatTimeOfDay(created) : id })
  const end = useEndJob(id)
  return (
    <UploadResult>
      <UploadHead>
        <span className="strong cut">{name}</span>
        {isUnfinished(job) ? (
          <Button
            aria-label={t('Cancel {name}', { name })}
            isPending={end.isPending}
            onPress={() => end.mutate()}
          >
            {t('Cancel')}
          </Button>
        ) : (
          <IconButton icon="cross" label={t('Dismiss {name}', { name })} onPress={() => end.mutate()} />
        )}
      </UploadHead>
      {isUnfinished(job) && <JobProgress name={name} job={job} />}
      {state === 'failed' && <FailedJob name={name} job={job} />}
      {state === 'done' && <FinishedJob kind={kind} name={name} id={id} file={upload?.file} />}
    </UploadResult>
  )
}

function JobProgress({ name, job: { state, total, done, progress } }: { name: string; job: Job }) {
  if (state === 'queued') return <p className="muted">{t('Queued')}</p>
  if (total === null) return <Progress label={t('Reading {name}', { name })} />
  return (
    <>
      <Progress label={t('Importing {name}', { name })} value={progress} />
      <p className="muted small">
        {t('{done} of {total} steps. You can leave this page.', {
          done: formatNumber(done),
          total: formatNumber(total),
        })}
      </p>
    </>
  )
}

function FinishedJob({
  kind,
  name,
  id,
  file,
}: {
  kind: GuideKind
  name: string
  id: number
  file: File | undefined
}) {
  const { data, error } = useQuery(createUploadResultQuery(id))
  if (isUnreachable(error)) return <ProblemBanner problem={toProblem(error)} />
  if (error) return <BannerStrip variant="error">{error.message}</BannerStrip>
  if (!data) return <p className="muted">{t('Loading the result')}</p>
  return <GuideResults fileName={name} answer={data} source={file && { kind, file }} />
}

/** A rejected upload still names each benchmark. */
function FailedJob({ name, job: { refusal, error } }: { name: string; job: Job }) {
  const { reason, guides, warnings, warnings_count: count } = refusal ?? {}
  if (Array.isArray(guides) && Array.isArray(warnings) && guides.length > 0) {
    const answer = { guides, warnings, warnings_count: Number(count) } as GuidesAnswer
    return <GuideResults fileName={name} answer={answer} source={undefined} />
  }
  const text =
    typeof reason === 'string'
      ? toErrorMessage(reason, error)
      : translateDetail(error ?? t('The upload failed.'))
  return <BannerStrip variant="error">{text}</BannerStrip>
}

/** Reloads the changed catalogs when a job that ran on this page ends, and tells screen readers. */
function useRefreshWhenDone(jobs: readonly Job[]): void {
  const unfinished = useRef(new Set<number>())
  useEffect(() => {
    for (const job of jobs) {
      if (isUnfinished(job)) unfinished.current.add(job.id)
      else if (unfinished.current.delete(job.id)) {
        announce(job.state === 'done' ? t('The upload is finished.') : t('The upload failed.'))
        const uploaded = OPERATIONS[job.operation]
        for (const kind of uploaded === undefined || uploaded === 'both' ? KINDS : [uploaded]) {
          void queryClient.invalidateQueries(api[kind].pathFilter())
        }
      }
    }
  }, [jobs])
}
