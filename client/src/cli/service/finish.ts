import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure } from '../failure.ts'
import { formatAnswer } from '../terminal/answer.ts'
import { bytes } from '../terminal/progress.ts'
import { download, type Target } from './download.ts'
import { formatJobProgress, startedJob, waitFor, type Job } from './jobs.ts'
import { readJsonObject } from './rest.ts'
import type { Session } from './session.ts'

export interface JobOptions {
  job?: true | undefined
  wait?: boolean | undefined
}

/** Ends a command whose answer is a file, a JSON document, or a job that makes one of both. */
export async function finish(
  session: Session,
  answer: Response,
  options: JobOptions & Target,
): Promise<void> {
  const found = await awaited(session, answer, options)
  if (found instanceof Response) await hand(session, found, options)
  else tellJob(session, found)
}

/** An answer, or the result of the job that it told of; with `--no-wait` that job. */
export async function awaited(
  session: Session,
  answer: Response,
  { wait }: JobOptions,
): Promise<Response | Job> {
  const job = await startedJob(answer)
  if (job === null) return answer
  if (wait === false) return job
  session.out.note(`Job ${job.id} was started.`)
  try {
    await waitFor(session, job.id, undefined)
    return await requestResult(session, job.id)
  } catch (error) {
    const { exit, message, facts } = toFailure(error)
    const goesOn = exit === EXIT.interrupted || exit === EXIT.away || exit === EXIT.later
    const hint = goesOn ? `\nJob ${job.id} goes on. Wait for it with: rulewright job wait ${job.id}` : ''
    throw new Failure(exit, `${message}${hint}`, { ...facts, job: job.id })
  }
}

/** The result of a job that is done. */
export async function handResult(session: Session, id: number, target: Target): Promise<void> {
  await hand(session, await requestResult(session, id), target)
}

/** A job in words, or as it came. */
export function tellJob({ out }: Session, job: Job): void {
  const share = formatJobProgress(job)
  const words = [`Job ${job.id}: ${job.state}`, ...(share === null ? [] : [share])].join(', ')
  out.document(job.whole, job.error === null ? words : `${words}: ${job.error}`)
}

function requestResult({ rest }: Session, id: number): Promise<Response> {
  return rest.ask('GET', `/jobs/${id}/result`)
}

async function hand(session: Session, answer: Response, target: Target): Promise<void> {
  const { out } = session
  if (isAnswer(answer) && target.output === undefined) {
    const body = await readJsonObject(answer)
    return out.document(body, formatAnswer(body))
  }
  const written = await download(answer, target, out)
  const words = `${written.file ?? 'standard output'}: ${bytes(written.bytes)}`
  if (written.file === null) out.note(words)
  else out.document(written, words)
}

/** JSON that is no file is an answer to read. */
function isAnswer(answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? ''
  return type.startsWith('application/json') && !answer.headers.has('content-disposition')
}
