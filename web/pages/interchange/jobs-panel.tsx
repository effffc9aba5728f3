import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, pollEvery, type Outputs } from '../../api/client.ts'
import { formatProblem, toProblem, toErrorMessage, translateDetail } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { openJobsPanel } from '../../app/jobs-panel.ts'
import { Button, toButtonClass, IconButton } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { Progress } from '../../kit/progress.tsx'
import { locale, t } from '../../languages/t.ts'
import { formatOperation } from './job-labels.ts'
import { findJobLabel } from './start-job.ts'
import { useEndJob } from './use-end-job.ts'
import styles from './jobs-panel.module.css'

type Job = Outputs['jobs']['list']['jobs'][number]

const POLL_MS = 1000
const MAX_JOBS = 50

/** The user's background jobs: progress, file, or error. It stays over the page until closed. */
export default function JobsPanel() {
  const { data, error } = useQuery({
    ...api.jobs.list.queryOptions({ per_page: MAX_JOBS }),
    refetchInterval: (query) => query.state.data?.jobs.some(isUnderWay) === true && pollEvery(POLL_MS)(query),
  })
  useAnnounceEnds(data?.jobs ?? [])
  return (
    <section className={styles['tray']} aria-label={t('Exports and imports')}>
      <div className={styles['head']}>
        <h2>{t('Exports and imports')}</h2>
        <IconButton
          icon="cross"
          label={t('Close exports and imports')}
          onPress={() => openJobsPanel(false)}
        />
      </div>
      {error && <p className="small">{formatProblem(toProblem(error))}</p>}
      {data?.jobs.length === 0 && (
        <p className="muted small">{t('No exports or imports in the last 24 hours')}</p>
      )}
      <ul className={styles['jobs']}>
        {data?.jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
      {data && data.pagination.total > MAX_JOBS && (
        <p className="muted small">{t('The newest {limit}', { limit: MAX_JOBS })}</p>
      )}
    </section>
  )
}

function JobLine({ job }: { job: Job }) {
  const { id, state, filename, progress } = job
  const end = useEndJob(id)
  const name = formatJob(job)
  return (
    <ListRow>
      <div className={styles['line']}>
        <span>
          <b>{name}</b>
          {state === 'done' && filename !== null && (
            <span className="muted"> {formatSize(job.bytes ?? 0)}</span>
          )}
        </span>
        {state === 'done' && (
          <a
            className={toButtonClass()}
            href={`/jobs/${id}/result`}
            download={filename ?? ''}
            aria-label={t('Download {filename}', { filename: filename ?? name })}
          >
            <Icon name="into" />
            {t('Download')}
          </a>
        )}
        {isUnderWay(job) ? (
          <Button
            isPending={end.isPending}
            aria-label={t('Cancel {name}', { name })}
            onPress={() => end.mutate()}
          >
            {t('Cancel')}
          </Button>
        ) : (
          state !== 'cancelled' && (
            <IconButton
              icon="cross"
              label={t('Remove {name} from the list', { name })}
              onPress={() => end.mutate()}
            />
          )
        )}
      </div>
      {state === 'queued' && <span className="muted">{t('Queued')}</span>}
      {state === 'running' &&
        (job.total === null ? (
          <Progress label={t('Creating {name}', { name })} />
        ) : (
          <Progress label={name} value={progress} />
        ))}
      {state === 'cancelled' && <span className="muted">{t('Canceled')}</span>}
      {state === 'failed' && <span>{formatFailure(job)}</span>}
    </ListRow>
  )
}

function formatState({ state }: Job): string {
  return state === 'cancelled' ? t('Canceled') : state === 'failed' ? t('Failed') : t('Done')
}

function isUnderWay({ state }: Job): boolean {
  return state === 'queued' || state === 'running'
}

/** Announces finished jobs to screen readers. */
function useAnnounceEnds(jobs: readonly Job[]): void {
  const waited = useRef(new Set<number>())
  useEffect(() => {
    for (const job of jobs) {
      if (isUnderWay(job)) waited.current.add(job.id)
      else if (waited.current.delete(job.id)) announce(`${formatJob(job)}: ${formatState(job)}.`)
    }
  }, [jobs])
}

function formatJob({ id, operation, filename }: Job): string {
  return findJobLabel(id) ?? filename ?? formatOperation(operation)
}

function formatFailure({ refusal, error }: Job): string {
  const reason = refusal?.['reason']
  const detail = refusal?.['detail'] ?? refusal?.['error']
  return typeof reason === 'string'
    ? toErrorMessage(reason, typeof detail === 'string' ? detail : error)
    : translateDetail(error ?? t('The job failed.'))
}

function formatSize(bytes: number): string {
  if (bytes < 100_000) return t('{size} kB', { size: Math.max(1, Math.round(bytes / 1000)) })
  const megabytes = (bytes / 1_000_000).toLocaleString(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return t('{bytes} MB', { bytes: megabytes })
}
