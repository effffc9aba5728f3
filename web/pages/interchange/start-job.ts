import { api, queryClient } from '../../api/client.ts'
import { sendWithSession, toErrorData, UploadError } from '../../api/upload.ts'
import { openJobsPanel } from '../../app/jobs-panel.ts'

/** The labels of jobs started since the page was loaded; not stored, because names may be classified. */
const label = new Map<number, string>()

/** Returns the label of a job that was started on this page. */
export function findJobLabel(id: number): string | undefined {
  return label.get(id)
}

/** Starts an export in the background and opens the jobs panel. Rejects like any other call. */
export async function startExport(address: string, exportName: string): Promise<void> {
  const body = await sendWithSession(() => requestExport(address))
  if (typeof body['id'] === 'number') label.set(body['id'], exportName)
  openJobsPanel(true)
  await queryClient.invalidateQueries(api.jobs.list.pathFilter())
}

async function requestExport(address: string): Promise<Record<string, unknown>> {
  const answer = await fetch(address, { headers: { prefer: 'respond-async' } }).catch(() => {
    throw new UploadError('unreachable', null)
  })
  const body: Record<string, unknown> = { ...(await answer.json().catch(() => ({}))) }
  if (!answer.ok) throw toErrorData(answer.status, body, answer.headers.get('x-request-id'))
  return body
}
