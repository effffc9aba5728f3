import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, pollEvery, type Outputs } from '../../../api/client.ts'
import { UploadError } from '../../../api/upload.ts'
import { t } from '../../../languages/t.ts'
import type { GuidesAnswer, GuideUpload } from './send-guides.ts'

type Jobs = Outputs['jobs']['list']
export type Job = Jobs['jobs'][number]

const POLL_MS = 700

/** How many jobs are listed besides those of the present upload. */
const FURTHER_JOBS = 20
const MAX_JOBS = 100

/** Queries the latest jobs of the user, again and again while one runs; `uploaded` is the number of the present upload. */
export function createJobsQuery(uploaded: number) {
  // In steps, so that an upload of many files does not query the jobs again after each file.
  const count = Math.ceil(uploaded / FURTHER_JOBS + 1) * FURTHER_JOBS
  return {
    ...api.jobs.list.queryOptions({ per_page: Math.min(MAX_JOBS, count) }),
    placeholderData: keepPreviousData,
    refetchInterval: (query: { state: { data: Jobs | undefined; error: unknown } }) =>
      query.state.data?.jobs.some(isUnfinished) === true && pollEvery(POLL_MS)(query),
  }
}

/** Queries the result of an upload that ran as a job. */
export function createUploadResultQuery(id: number) {
  return queryOptions({
    queryKey: ['guide-upload-result', id],
    queryFn: async (): Promise<GuidesAnswer> => {
      const headers = { accept: 'application/json' }
      const answer = await fetch(`/jobs/${id}/result`, { headers }).catch(throwUnreachable)
      if (!answer.ok) throw new Error(t('The result of this upload is no longer available.'))
      return (await answer.json().catch(throwUnreachable)) as GuidesAnswer
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** The browser's own message is English; this error is read again when the service answers. */
function throwUnreachable(): never {
  throw new UploadError('unreachable', null)
}

/** Returns the ids of the uploads that run as jobs. */
export function listJobIds(uploads: readonly GuideUpload[]): number[] {
  return uploads.flatMap((upload) => (upload.state === 'job' ? [upload.id] : []))
}

/** Whether a job still waits or runs. */
export function isUnfinished({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
