import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure, isObject, toResponseFailure } from '../failure.ts'
import { pause } from '../terminal/interrupt.ts'
import { plainLine } from '../terminal/plain.ts'
import { progress } from '../terminal/progress.ts'
import { readJsonObject } from './rest.ts'
import type { Session } from './session.ts'

/** A job as the service tells of it. */
export interface Job {
  id: number
  operation: string
  state: string
  done: number
  /** Steps in all; null where they are not counted. */
  total: number | null
  percent: number
  /** Name of the file that it made. */
  file: string | null
  started: string
  error: string | null
  /** The answer itself. */
  whole: Record<string, unknown>
}

const ENDED = ['done', 'failed', 'cancelled']
const FIRST_MS = 250
const LONGEST_MS = 3000
/** How often a service that is away is asked again: a minute of it. */
const MOST_TRIES = 20

/** The job in a 202 or an answer of `GET /jobs/{id}`. Throws a Failure for anything else. */
export function jobIn(body: Record<string, unknown>): Job {
  const { id, state, error, operation, filename, created_at: started } = body
  if (typeof id !== 'number' || typeof state !== 'string') {
    throw new Failure(EXIT.away, 'The service sent an unexpected job.')
  }
  return {
    id,
    operation: typeof operation === 'string' ? operation : '',
    state: plainLine(state),
    done: numberIn(body, 'done') ?? 0,
    total: numberIn(body, 'total'),
    percent: numberIn(body, 'progress') ?? 0,
    file: typeof filename === 'string' ? filename : null,
    started: typeof started === 'string' ? started : '',
    error: typeof error === 'string' ? plainLine(error) : null,
    whole: body,
  }
}

/** How far a job is, in words; null before anything of it was counted. */
export function formatJobProgress({ done, total, percent }: Job): string | null {
  if (total !== null) return `${done} of ${total}`
  return percent > 0 ? `${percent} %` : null
}

/** Whether a job will change no more. */
export function hasEnded({ state }: Job): boolean {
  return ENDED.includes(state)
}

export async function readJob({ rest }: Session, id: number): Promise<Job> {
  return jobIn(await rest.read('GET', `/jobs/${id}`))
}

/** The job of a 202; null for an answer that came at once. */
export async function startedJob(answer: Response): Promise<Job | null> {
  return answer.status === 202 ? jobIn(await readJsonObject(answer)) : null
}

/**
 * Waits until a job ended, with a bar on stderr. Throws a Failure when it failed, or when it goes on after
 * `timeout` seconds. A service that is away for a while is asked again.
 */
export async function waitFor(session: Session, id: number, timeout: number | undefined): Promise<Job> {
  const { out } = session
  const until = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout * 1000
  const shown = progress(`Job ${id}`, out.json)
  try {
    for (let ms = FIRST_MS; ; ms = Math.min(LONGEST_MS, ms * 1.5)) {
      const job = await patientlyRead(session, id, until)
      if (job.total === null) shown.at(job.percent, 100)
      else shown.at(job.done, job.total)
      if (hasEnded(job)) return assertDone(job)
      if (Date.now() + ms > until) throw stillRunning(id)
      await pause(ms)
    }
  } finally {
    shown.end()
  }
}

async function patientlyRead(session: Session, id: number, until: number): Promise<Job> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await readJob(session, id)
    } catch (error) {
      const failure = toFailure(error)
      const passing = failure.exit === EXIT.away || failure.exit === EXIT.later
      if (!passing || tries >= MOST_TRIES || Date.now() > until) throw error
      await pause(LONGEST_MS)
    }
  }
}

/** Throws a Failure with the reason of the refusal, where the operation was refused. */
function assertDone(job: Job): Job {
  if (job.state === 'done') return job
  const why = job.error === null ? '' : `: ${job.error}`
  const { refusal } = job.whole
  const facts = isObject(refusal) ? toResponseFailure(422, refusal).facts : {}
  throw new Failure(EXIT.jobFailed, `Job ${job.id} ${job.state}${why}`, {
    reason: facts.reason ?? `job_${job.state}`,
    errors: facts.errors,
    job: job.id,
  })
}

function stillRunning(id: number): Failure {
  return new Failure(EXIT.later, `Job ${id} is still under way. Wait on with: rulewright job wait ${id}`, {
    reason: 'job_running',
    job: id,
  })
}

function numberIn(body: Record<string, unknown>, name: string): number | null {
  const value = body[name]
  return typeof value === 'number' ? value : null
}
