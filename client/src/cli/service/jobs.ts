import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure, isObject, toResponseFailure } from '../failure.ts'
import { pause } from '../terminal/interrupt.ts'
import { toSafeLine } from '../terminal/plain.ts'
import { createProgressBar } from '../terminal/progress.ts'
import { readJsonObject } from './rest.ts'
import type { Session } from './session.ts'

/** A job of the service. */
export interface Job {
  id: number
  operation: string
  state: string
  done: number
  /** Number of steps; null if it is unknown. */
  total: number | null
  percent: number
  /** Name of the file that it created. */
  file: string | null
  started: string
  error: string | null
  /** The response body. */
  body: Record<string, unknown>
}

const ENDED = ['done', 'failed', 'cancelled']
const MIN_POLL_MS = 250
const MAX_POLL_MS = 3000
/** Number of retries while the service is unavailable: one minute. */
const MAX_RETRIES = 20

/** Parses the job of a 202 response or of `GET /jobs/{id}`. Throws a Failure for anything else. */
export function parseJob(body: Record<string, unknown>): Job {
  const { id, state, error, operation, filename, created_at: started } = body
  if (typeof id !== 'number' || typeof state !== 'string') {
    throw new Failure(EXIT.away, 'The service sent an unexpected job.')
  }
  return {
    id,
    operation: typeof operation === 'string' ? operation : '',
    state: toSafeLine(state),
    done: readNumber(body, 'done') ?? 0,
    total: readNumber(body, 'total'),
    percent: readNumber(body, 'progress') ?? 0,
    file: typeof filename === 'string' ? filename : null,
    started: typeof started === 'string' ? started : '',
    error: typeof error === 'string' ? toSafeLine(error) : null,
    body,
  }
}

/** Formats the progress of a job; null before there is any. */
export function formatJobProgress({ done, total, percent }: Job): string | null {
  if (total !== null) return `${done} of ${total}`
  return percent > 0 ? `${percent} %` : null
}

/** Whether a job has ended. */
export function hasEnded({ state }: Job): boolean {
  return ENDED.includes(state)
}

export async function readJob({ rest }: Session, id: number): Promise<Job> {
  return parseJob(await rest.read('GET', `/jobs/${id}`))
}

/** Returns the job of a 202 response; null for any other response. */
export async function findStartedJob(answer: Response): Promise<Job | null> {
  return answer.status === 202 ? parseJob(await readJsonObject(answer)) : null
}

/**
 * Waits until a job ends and shows its progress on stderr. Throws a Failure if it failed or is still running after
 * `timeout` seconds. Retries while the service is unavailable.
 */
export async function waitFor(session: Session, id: number, timeout: number | undefined): Promise<Job> {
  const { out } = session
  const deadline = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout * 1000
  const progressBar = createProgressBar(`Job ${id}`, out.json)
  try {
    for (let ms = MIN_POLL_MS; ; ms = Math.min(MAX_POLL_MS, ms * 1.5)) {
      const job = await readJobWithRetries(session, id, deadline)
      if (job.total === null) progressBar.report(job.percent, 100)
      else progressBar.report(job.done, job.total)
      if (hasEnded(job)) return assertDone(job)
      if (Date.now() + ms > deadline) throw createRunningFailure(id)
      await pause(ms)
    }
  } finally {
    progressBar.end()
  }
}

async function readJobWithRetries(session: Session, id: number, deadline: number): Promise<Job> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await readJob(session, id)
    } catch (error) {
      const failure = toFailure(error)
      const isTemporary = failure.exit === EXIT.away || failure.exit === EXIT.later
      if (!isTemporary || tries >= MAX_RETRIES || Date.now() > deadline) throw error
      await pause(MAX_POLL_MS)
    }
  }
}

/** Throws a Failure with the reason if the job did not succeed. */
function assertDone(job: Job): Job {
  if (job.state === 'done') return job
  const reason = job.error === null ? '' : `: ${job.error}`
  const { refusal } = job.body
  const facts = isObject(refusal) ? toResponseFailure(422, refusal).facts : {}
  throw new Failure(EXIT.jobFailed, `Job ${job.id} ${job.state}${reason}`, {
    reason: facts.reason ?? `job_${job.state}`,
    errors: facts.errors,
    job: job.id,
  })
}

function createRunningFailure(id: number): Failure {
  return new Failure(EXIT.later, `Job ${id} is still running. Wait for it with: rulewright job wait ${id}`, {
    reason: 'job_running',
    job: id,
  })
}

function readNumber(body: Record<string, unknown>, name: string): number | null {
  const value = body[name]
  return typeof value === 'number' ? value : null
}
