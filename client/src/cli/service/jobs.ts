import { EXIT } from '../exit-codes.ts'
import { Failure, failureOf } from '../failure.ts'
import { pause } from '../terminal/interrupt.ts'
import { plainLine } from '../terminal/plain.ts'
import { progress } from '../terminal/progress.ts'
import { jsonOf } from './rest.ts'
import type { Session } from './session.ts'

/** A job as the service tells of it. */
export interface Job {
  id: number
  state: string
  done: number | null
  total: number | null
  error: string | null
  /** The answer itself. */
  whole: Record<string, unknown>
}

const ENDED = ['done', 'failed', 'cancelled', 'canceled']
const FIRST_MS = 250
const LONGEST_MS = 3000

/** The job in a 202 or an answer of `GET /jobs/{id}`. Throws a Failure for anything else. */
export function jobIn(body: Record<string, unknown>): Job {
  const { id, error } = body
  const state = body['state'] ?? body['status']
  if (typeof id !== 'number' || typeof state !== 'string')
    throw new Failure(EXIT.away, 'The service sent a job that is not understood.')
  const { progress: percent } = body
  const counted = typeof body['total'] === 'number' && typeof body['done'] === 'number'
  const share = typeof percent === 'number' ? percent : null
  return {
    id,
    state: plainLine(state),
    done: counted ? Number(body['done']) : share,
    total: counted ? Number(body['total']) : share === null ? null : 100,
    error: typeof error === 'string' ? plainLine(error) : null,
    whole: body,
  }
}

export async function readJob({ rest }: Session, id: number): Promise<Job> {
  return jobIn(await rest.read('GET', `/jobs/${id}`))
}

/** The job of a 202; null for an answer that came at once. */
export async function startedJob(answer: Response): Promise<Job | null> {
  return answer.status === 202 ? jobIn(await jsonOf(answer)) : null
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
      if (job.done !== null) shown.at(job.done, job.total)
      if (ENDED.includes(job.state)) return assertDone(job)
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
      const failure = failureOf(error)
      const passing = failure.exit === EXIT.away || failure.exit === EXIT.later
      if (!passing || tries >= 20 || Date.now() > until) throw error
      await pause(LONGEST_MS)
    }
  }
}

function assertDone(job: Job): Job {
  if (job.state === 'done') return job
  throw new Failure(EXIT.jobFailed, `Job ${job.id} ${job.state}: ${job.error ?? 'no reason was given'}`, {
    reason: `job_${job.state}`,
  })
}

function stillRunning(id: number): Failure {
  return new Failure(EXIT.later, `Job ${id} is still under way. Wait on with: rulewright job wait ${id}`, {
    reason: 'job_running',
  })
}
