import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure } from '../failure.ts'
import { formatAnswer } from '../terminal/answer.ts'
import { formatBytes } from '../terminal/progress.ts'
import { download, type Target } from './download.ts'
import { formatJobProgress, findStartedJob, waitFor, type Job } from './jobs.ts'
import { readJsonObject } from './rest.ts'
import type { Session } from './session.ts'

export interface JobOptions {
  job?: true | undefined
  wait?: boolean | undefined
}

/** Prints or saves the response of a command: a file, a JSON document, or a job that creates one. */
export async function finish(
  session: Session,
  answer: Response,
  options: JobOptions & Target,
): Promise<void> {
  const result = await awaitResult(session, answer, options)
  if (result instanceof Response) await saveAnswer(session, result, options)
  else printJob(session, result)
}

/** Returns the response, or the result of the job that it started; with `--no-wait` the job. */
export async function awaitResult(
  session: Session,
  answer: Response,
  { wait }: JobOptions,
): Promise<Response | Job> {
  const job = await findStartedJob(answer)
  if (job === null) return answer
  if (wait === false) return job
  session.out.note(`Job ${job.id} was started.`)
  try {
    await waitFor(session, job.id, undefined)
    return await requestResult(session, job.id)
  } catch (error) {
    const { exit, message, facts } = toFailure(error)
    const isRunning = exit === EXIT.interrupted || exit === EXIT.away || exit === EXIT.later
    const hint = isRunning
      ? `\nJob ${job.id} is still running. Wait for it with: rulewright job wait ${job.id}`
      : ''
    throw new Failure(exit, `${message}${hint}`, { ...facts, job: job.id })
  }
}

/** Saves or prints the result of a finished job. */
export async function saveResult(session: Session, id: number, target: Target): Promise<void> {
  await saveAnswer(session, await requestResult(session, id), target)
}

/** Prints a job. */
export function printJob({ out }: Session, job: Job): void {
  const share = formatJobProgress(job)
  const words = [`Job ${job.id}: ${job.state}`, ...(share === null ? [] : [share])].join(', ')
  out.document(job.body, job.error === null ? words : `${words}: ${job.error}`)
}

function requestResult({ rest }: Session, id: number): Promise<Response> {
  return rest.request('GET', `/jobs/${id}/result`)
}

async function saveAnswer(session: Session, answer: Response, target: Target): Promise<void> {
  const { out } = session
  if (isAnswer(answer) && target.output === undefined) {
    const body = await readJsonObject(answer)
    return out.document(body, formatAnswer(body))
  }
  const written = await download(answer, target, out)
  const words = `${written.file ?? 'standard output'}: ${formatBytes(written.bytes)}`
  if (written.file === null) out.note(words)
  else out.document(written, words)
}

/** Whether the response is JSON to print, not a file. */
function isAnswer(answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? ''
  return type.startsWith('application/json') && !answer.headers.has('content-disposition')
}
