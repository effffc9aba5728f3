import { sql } from 'kysely'
import type { JobAnswer, JobRefusal, JobRequest } from '../../entities/job.ts'
import type { Queries } from '../database/database.ts'
import { DomainError } from '../errors.ts'
import { RESPONSE_PART, storeFiles } from './chunks.ts'

/** Maximum number of queued and running jobs of one user. */
const MAX_JOBS = 10
/** A worker without a heartbeat for this long is considered dead. */
const LEASE = sql`interval '20 seconds'`
/** Maximum number of attempts of a job whose workers die: the job may be the cause. */
const MAX_ATTEMPTS = 3

/** A job claimed by a worker. */
export interface ClaimedJob {
  id: number
  userId: number
  operation: string
  request: JobRequest
  input: Record<string, unknown>
  worker: string
}

/** Any number that no other lock of two numbers uses; the second one is the user. */
const LIMIT_LOCK = 71_403

/** A request to run later, with the files of its body. */
interface NewJob {
  request: JobRequest
  values: Record<string, unknown>
  files: Parameters<typeof storeFiles>[2]
}

/** Queues a job with its files in a transaction, and returns its id. Throws 429 over the user's limit. */
export async function enqueue(
  db: Queries,
  userId: number,
  operation: string,
  { request, values, files }: NewJob,
): Promise<number> {
  const id = await insertJob(db, userId, operation, { request, values })
  await storeFiles(db, id, files)
  // Concurrent requests can pass the first check. This lock is the last one, so no one waits while files are stored.
  await sql`select pg_advisory_xact_lock(${LIMIT_LOCK}, ${userId})`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from jobs
    where user_id = ${userId} and state in ('queued', 'running')`.execute(db)
  if ((rows[0]?.count ?? 0) > MAX_JOBS) throw createTooManyJobsError()
  return id
}

async function insertJob(
  db: Queries,
  userId: number,
  operation: string,
  { request, values }: Omit<NewJob, 'files'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into jobs (user_id, operation, request, input)
    select ${userId}::integer, ${operation}, ${JSON.stringify(request)}::jsonb, ${JSON.stringify(values)}::jsonb
    where (select count(*) from jobs where user_id = ${userId} and state in ('queued', 'running')) < ${MAX_JOBS}
    returning id`.execute(db)
  const [job] = rows
  if (!job) throw createTooManyJobsError()
  return job.id
}

function createTooManyJobsError(): DomainError {
  const message = `You have ${MAX_JOBS} jobs in progress. Wait for one to end, or cancel one.`
  return new DomainError('throttled', 'job.too_many', message, { retryAfter: 30 })
}

/**
 * Claims the next job for this worker: queued, or abandoned by a dead worker. Users with the fewest running jobs come
 * first. Returns null if there is none. Two workers never claim the same job.
 */
export async function claimJob(db: Queries, worker: string): Promise<ClaimedJob | null> {
  await failInterruptedJobs(db)
  const { rows } = await sql<Omit<ClaimedJob, 'userId'> & { user_id: number }>`
    update jobs j set state = 'running', worker = ${worker}, attempts = j.attempts + 1, done = 0, total = null,
      heartbeat_at = clock_timestamp(), started_at = coalesce(j.started_at, clock_timestamp()),
      updated_at = clock_timestamp()
    where j.id = (
      select w.id from jobs w
      where w.state = 'queued' or (w.state = 'running' and w.heartbeat_at < clock_timestamp() - ${LEASE})
      order by (select count(*) from jobs r where r.user_id = w.user_id and r.state = 'running'
        and r.heartbeat_at >= clock_timestamp() - ${LEASE}), w.id
      limit 1 for update skip locked
    )
    returning j.id, j.user_id, j.operation, j.request, j.input, j.worker`.execute(db)
  const [row] = rows
  if (!row) return null
  const { user_id: userId, ...job } = row
  return { ...job, userId }
}

async function failInterruptedJobs(db: Queries): Promise<void> {
  await sql`
    update jobs set state = 'failed', worker = null, error = 'It was interrupted too often.',
      finished_at = clock_timestamp(), updated_at = clock_timestamp()
    where state = 'running' and attempts >= ${MAX_ATTEMPTS} and heartbeat_at < clock_timestamp() - ${LEASE}`.execute(
    db,
  )
}

/** A worker's lease of its job: its writes are valid only while it has the lease. */
type JobLease = Pick<ClaimedJob, 'id' | 'worker'>

/** The job was canceled, or another worker has claimed it. */
export class JobLeaseLost extends Error {}

const holdsLease = ({ id, worker }: JobLease) => sql`id = ${id} and worker = ${worker} and state = 'running'`

/** Sends a heartbeat with the progress; false if the job is lost. */
export async function extendLease(
  db: Queries,
  job: JobLease,
  { done, total }: { done: number; total: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set heartbeat_at = clock_timestamp(), done = ${done}, total = ${total}
    where ${holdsLease(job)}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Stores one chunk of the response. @throws JobLeaseLost */
export async function storeChunk(db: Queries, job: JobLease, position: number, bytes: Buffer): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into job_chunks (job_id, part, position, bytes)
    select id, ${RESPONSE_PART}, ${position}::integer, ${bytes}::bytea from jobs where ${holdsLease(job)}`.execute(
    db,
  )
  if (Number(numAffectedRows ?? 0) === 0) throw new JobLeaseLost()
}

/** Marks a job as done, in the operation's own transaction if there is one. @throws JobLeaseLost */
export async function finishJob(
  db: Queries,
  job: JobLease,
  answer: JobAnswer,
  { done, total }: { done: number; total: number | null },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update jobs set state = 'done', worker = null, answer = ${JSON.stringify(answer)}::jsonb,
      done = ${total ?? done}, total = ${total}, finished_at = clock_timestamp(), updated_at = clock_timestamp()
    where ${holdsLease(job)}`.execute(db)
  if (Number(numAffectedRows ?? 0) === 0) throw new JobLeaseLost()
}

/** Marks a job as failed, with the reason. */
export async function failJob(
  db: Queries,
  job: JobLease,
  { error, refusal }: { error: string; refusal: JobRefusal | null },
): Promise<void> {
  await sql`
    update jobs set state = 'failed', worker = null, error = ${error},
      refusal = ${refusal === null ? null : JSON.stringify(refusal)}::jsonb,
      finished_at = clock_timestamp(), updated_at = clock_timestamp()
    where ${holdsLease(job)}`.execute(db)
}

/** Requeues a job after a shutdown or database outage; the attempt does not count. */
export async function releaseJob(db: Queries, job: JobLease): Promise<void> {
  await sql`
    update jobs set state = 'queued', worker = null, attempts = attempts - 1, updated_at = clock_timestamp()
    where ${holdsLease(job)}`.execute(db)
}
