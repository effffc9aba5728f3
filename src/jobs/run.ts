import { sql } from 'kysely'
import { toDay } from '../../entities/access-token.ts'
import type { Actor } from '../audit/actor.ts'
import { refusesSignIn } from '../auth/accounts/can-sign-in.ts'
import { isTokenActive } from '../auth/active-token.ts'
import type { Queries } from '../database/database.ts'
import { mapDatabaseError } from '../database/map-database-error.ts'
import { DomainError, unexpectedError } from '../errors.ts'
import type { Meta } from '../procedures/meta.ts'
import type { CurrentJob, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { runInTrace } from '../telemetry/tracing/tracing.ts'
import { deleteResponse, restoreFiles } from './chunks.ts'
import { createResponseRecorder } from './response-recorder.ts'
import { isReadableOnlyByRelease } from './run-middlewares.ts'
import { extendLease, failJob, finishJob, JobLeaseLost, releaseJob, type ClaimedJob } from './store.ts'

/** The services that running a job needs; the operation's own ones are part of its context. */
export type JobServices = Pick<Services, 'database' | 'env' | 'clock' | 'log' | 'tracing'>

/** The operations that can run as jobs, by procedure path, their contexts, and the format of their errors. */
export interface Operations {
  find: RequestContext['findOperation']
  /** Restores the context of the request that started a job. */
  createContext: (job: ClaimedJob, run: JobRun) => RequestContext
  toBody: (error: DomainError, requestId: string, meta: Meta | undefined) => Record<string, unknown>
}

/** The parts of a job's context that each run adds: its owner, the receiver of its list, and its progress. */
export type JobRun = Required<Pick<RequestContext, 'startStream' | 'job'>> & { actor: Actor }

/** How often a worker sends a heartbeat, and checks whether its job was canceled. */
const BEAT_MS = 2000

interface JobProgress {
  done: number
  total: number | null
}

/** Runs a job that this worker has claimed; the outcome is stored in the job. Never throws. */
export async function runJob(
  services: JobServices,
  operations: Operations,
  job: ClaimedJob,
  shutdown: AbortSignal,
): Promise<void> {
  const db = services.database.queries
  const progress: JobProgress = { done: 0, total: null }
  const heartbeat = startHeartbeat(db, job, progress)
  try {
    await deleteResponse(db, job.id)
    const signal = AbortSignal.any([heartbeat.lost, shutdown])
    await runInTrace(
      services.tracing,
      `job ${job.operation}`,
      () => runOperation(services, operations, job, { progress, signal }),
      {
        requestId: job.request.id,
        traceparent: job.request.headers['traceparent'],
        attributes: { 'rulewright.job': job.id },
      },
    )
  } catch (error) {
    const refusal = toRefusal(error)
    if (isLost(error) || heartbeat.lost.aborted) await deleteResponse(db, job.id).catch(() => undefined)
    else if (shutdown.aborted || refusal?.kind === 'unavailable') {
      await releaseJob(db, job).catch(() => undefined)
    } else await endFailedJob(services, operations, job, { error, refusal })
  } finally {
    heartbeat.stop()
  }
}

/** Extends the lease of a job until `stop`; `lost` is aborted when another worker has it, or it was canceled. */
function startHeartbeat(db: Queries, job: ClaimedJob, progress: JobProgress) {
  const lost = new AbortController()
  const timer = setInterval(() => {
    void extendLease(db, job, progress).then(
      (mine) => void (mine || lost.abort()),
      () => undefined,
    )
  }, BEAT_MS)
  return { lost: lost.signal, stop: () => clearInterval(timer) }
}

interface RunningJob {
  progress: JobProgress
  signal: AbortSignal
}

async function runOperation(
  services: JobServices,
  operations: Operations,
  job: ClaimedJob,
  { progress, signal }: RunningJob,
): Promise<void> {
  const db = services.database.queries
  const operation = operations.find(job.operation)
  if (!operation) throw new DomainError('missing', 'not_found', 'This operation no longer exists.')
  const { procedure, meta } = operation
  const actor = await loadActor(services, job)
  const { input, close } = await restoreFiles(db, job.id, job.input)
  const recorder = createResponseRecorder(job, meta, signal)
  let readerOnly = false
  const finish: CurrentJob['finish'] = async (within, data) => {
    const stored = await recorder.store(within, data, ctx.reply.headers)
    return finishJob(within, job, { ...stored, readerOnly }, progress)
  }
  const report: CurrentJob['progress'] = (done, total) =>
    void Object.assign(progress, { done, total: total ?? progress.total })
  const currentJob = { progress: report, finish }
  const ctx = operations.createContext(job, { actor, startStream: recorder.startStream, job: currentJob })
  try {
    readerOnly = await isReadableOnlyByRelease({ procedure, path: job.operation, ctx, input })
    const data = await procedure({
      ctx,
      getRawInput: () => Promise.resolve(input),
      path: job.operation,
      type: procedure._def.type,
      signal,
      batchIndex: 0,
    })
    // A writing operation has already finished the job in its own transaction.
    if (!recorder.isStored()) await finish(db, data)
  } finally {
    await close()
  }
}

/** Loads the job's user. Throws 401 if they can no longer sign in, or if the token that they used is not active. */
async function loadActor(
  { database, env, clock }: Pick<Services, 'database' | 'env' | 'clock'>,
  job: ClaimedJob,
): Promise<Actor> {
  const { tokenId, sessionId } = job.request
  const { rows } = await sql<JobOwner>`
    select u.id, u.name, u.email, u.admin, u.provider, u.lock_reason, u.confirmed_at, t.scopes,
      ${isTokenActive('t', toDay(clock()))} as token_active
    from users u left join access_tokens t on t.id = ${tokenId}::integer and t.user_id = u.id
    where u.id = ${job.userId}`.execute(database.queries)
  const [row] = rows
  if (!row || refusesSignIn(row, env) || (tokenId !== null && row.token_active !== true)) {
    throw new DomainError(
      'unauthenticated',
      'not_authenticated',
      'The user who started it can no longer sign in.',
    )
  }
  const { id, name, email, admin, provider } = row
  const token = tokenId === null ? null : { id: tokenId, scopes: row.scopes ?? [] }
  const session = sessionId === null ? null : { id: sessionId, authMethod: 'local' }
  return { id, name, email, admin, provider, session, token }
}

type JobOwner = Pick<Actor, 'id' | 'name' | 'email' | 'admin' | 'provider'> & {
  lock_reason: string | null
  confirmed_at: string | null
  scopes: NonNullable<Actor['token']>['scopes'] | null
  token_active: boolean | null
}

/** Stores why a job failed; unexpected errors are logged. */
async function endFailedJob(
  { database, log }: Pick<Services, 'database' | 'log'>,
  operations: Operations,
  job: ClaimedJob,
  { error, refusal }: { error: unknown; refusal: DomainError | null },
): Promise<void> {
  if (!refusal) log.error({ err: error, job: job.id, operation: job.operation }, 'a job failed')
  await storeFailure(database.queries, operations, job, refusal ?? unexpectedError()).catch(
    (failure: unknown) => log.error({ err: failure, job: job.id }, 'the end of a job could not be stored'),
  )
}

async function storeFailure(
  db: Queries,
  operations: Operations,
  job: ClaimedJob,
  refusal: DomainError,
): Promise<void> {
  const body = operations.toBody(refusal, job.request.id, operations.find(job.operation)?.meta)
  await deleteResponse(db, job.id)
  const { status, reason, message } = refusal
  await failJob(db, job, { error: message, refusal: { status, reason, body } })
}

/** Whether another worker has the job; the error of a procedure is the cause of the tRPC error. */
function isLost(error: unknown): boolean {
  return error instanceof JobLeaseLost || (error instanceof Error && error.cause instanceof JobLeaseLost)
}

function toRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof DomainError ? cause : mapDatabaseError(cause ?? error)
}
