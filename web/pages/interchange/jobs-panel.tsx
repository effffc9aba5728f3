import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { problemOf, errorMessageOf } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { openJobsPanel } from '../../app/jobs-panel.ts'
import { Button, classesOf, IconButton } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Progress } from '../../kit/progress.tsx'
import { notify } from '../../kit/toast.tsx'
import styles from './interchange.module.css'
import { wordsOf } from './start-job.ts'

type Job = Outputs['jobs']['list']['jobs'][number]

const AGAIN_MS = 1000
const SHOWN = { per_page: 10 }

/** Long work that one has started: how far each is, its file, or why it failed. It stays over the page until closed. */
export default function JobTray() {
  const { data, error } = useQuery({
    ...api.jobs.list.queryOptions(SHOWN),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? AGAIN_MS : false),
  })
  useEnds(data?.jobs ?? [])
  return (
    <section className={styles['tray']} aria-label="Exports and imports">
      <div className={styles['head']}>
        <h2>Exports and imports</h2>
        <IconButton icon="cross" label="Close exports and imports" onPress={() => openJobsPanel(false)} />
      </div>
      {error && <p className="small">{problemOf(error).sentence}</p>}
      {data?.jobs.length === 0 && <p className="muted small">No exports or imports in the last 24 hours</p>}
      <ul className={styles['jobs']}>
        {data?.jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

function JobLine({ job }: { job: Job }) {
  const { id, state, filename, progress } = job
  const end = useMutation({
    mutationFn: () => client.jobs.end.mutate({ id }),
    onError: (error) => notify(problemOf(error).sentence, { look: 'problem' }),
    onSettled: () => queryClient.invalidateQueries(api.jobs.list.pathFilter()),
  })
  const name = nameOf(job)
  return (
    <li>
      <div className={styles['line']}>
        <span>
          <b>{name}</b>
          {state === 'done' && filename !== null && <span className="muted"> {sizeOf(job.bytes ?? 0)}</span>}
        </span>
        {state === 'done' && (
          <a
            className={classesOf()}
            href={`/jobs/${id}/result`}
            download={filename ?? ''}
            aria-label={`Download ${filename ?? name}`}
          >
            <Icon name="into" />
            Download
          </a>
        )}
        {isUnderWay(job) ? (
          <Button isPending={end.isPending} aria-label={`Cancel ${name}`} onPress={() => end.mutate()}>
            Cancel
          </Button>
        ) : (
          state !== 'cancelled' && (
            <IconButton icon="cross" label={`Forget ${name}`} onPress={() => end.mutate()} />
          )
        )}
      </div>
      {state === 'queued' && <span className="muted">Queued</span>}
      {state === 'running' &&
        (job.total === null ? (
          <Progress label={`Making ${name}`} />
        ) : (
          <Progress label={name} value={progress} />
        ))}
      {state === 'cancelled' && <span className="muted">Cancelled</span>}
      {state === 'failed' && <span className={styles['why']}>{whyOf(job)}</span>}
    </li>
  )
}

function isUnderWay({ state }: Job): boolean {
  return state === 'queued' || state === 'running'
}

/** Tells who does not see it what came to its end. */
function useEnds(jobs: readonly Job[]): void {
  const waited = useRef(new Set<number>())
  useEffect(() => {
    for (const job of jobs) {
      if (isUnderWay(job)) waited.current.add(job.id)
      else if (waited.current.delete(job.id)) announce(`${nameOf(job)}: ${job.state}.`)
    }
  }, [jobs])
}

const OPERATIONS: Record<string, string> = {
  export: 'Export',
  exportComponent: 'Export of a component',
  exportProject: 'Export of a project',
  exportSrg: 'Export of an SRG',
  exportStig: 'Export of a STIG',
  bulkExport: 'Released components',
  upload: 'Upload of guides',
  importBackup: 'Import of a backup',
  createFromBackup: 'Project from a backup',
  applySpreadsheetUpdate: 'Update from a spreadsheet',
  importDisposition: 'Import of a disposition matrix',
}

function nameOf({ id, operation, filename }: Job): string {
  return wordsOf(id) ?? filename ?? OPERATIONS[operation.split('.').at(-1) ?? ''] ?? 'Long work'
}

function whyOf({ refusal, error }: Job): string {
  const reason = refusal?.['reason']
  const said = refusal?.['detail'] ?? refusal?.['error']
  return typeof reason === 'string'
    ? errorMessageOf(reason, typeof said === 'string' ? said : error)
    : (error ?? 'It failed.')
}

function sizeOf(bytes: number): string {
  if (bytes < 100_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
