import { wordsOf } from '../terminal/answer.ts'
import { download, type Target } from './download.ts'
import { failureOf } from '../failure.ts'
import { startedJob, waitFor, type Job } from './jobs.ts'
import { bytes } from '../terminal/progress.ts'
import { jsonOf } from './rest.ts'
import type { Session } from './session.ts'

export interface JobOptions extends Target {
  job?: true | undefined
  wait?: boolean | undefined
}

/** Ends a command whose answer is a file, a JSON document, or a job that makes one of both. */
export async function finish(session: Session, answer: Response, options: JobOptions): Promise<void> {
  const job = await startedJob(answer)
  if (job === null) return hand(session, answer, options)
  if (options.wait === false) return tellJob(session, job)
  session.out.note(`Job ${job.id} was started.`)
  try {
    await waitFor(session, job.id, undefined)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.exit === 130)
      session.out.note(`Job ${job.id} goes on. Wait for it with: rulewright job wait ${job.id}`)
    throw failure
  }
  await handResult(session, job.id, options)
}

/** The result of a job that is done. */
export async function handResult(session: Session, id: number, target: Target): Promise<void> {
  await hand(session, await session.rest.ask('GET', `/jobs/${id}/result`), target)
}

/** A job in words, or as it came. */
export function tellJob({ out }: Session, job: Job): void {
  const share = job.done === null || job.total === null ? '' : `, ${job.done} of ${job.total}`
  out.document(job.whole, `Job ${job.id}: ${job.state}${share}${job.error === null ? '' : `: ${job.error}`}`)
}

async function hand(session: Session, answer: Response, target: Target): Promise<void> {
  const { out } = session
  if (isAnswer(answer) && target.output === undefined) {
    const body = await jsonOf(answer)
    return out.document(body, wordsOf(body))
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
