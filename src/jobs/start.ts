import type { JobRequest } from '../../entities/job.ts'
import type { Actor } from '../audit/actor.ts'
import { toKysely, type Em, type Queries } from '../database/database.ts'
import type { RequestContext } from '../request-context.ts'
import { buildTraceparentHeader } from '../telemetry/tracing/scope.ts'
import { separateFiles } from './chunks.ts'
import { type ProcedureCall, runMiddlewares } from './run-middlewares.ts'
import { enqueue } from './store.ts'
import { type JobView, readJobView } from './view.ts'

/** Headers that an operation reads when it runs. */
const STORED_HEADERS = ['accept', 'if-match', 'content-type']

/** True if a request prefers an asynchronous response (RFC 7240). */
export function prefersAsync(prefer: string | undefined): boolean {
  return (prefer ?? '')
    .split(',')
    .some((part) => part.split(';')[0]?.trim().toLowerCase() === 'respond-async')
}

/**
 * Queues a call as a job, after its caller was authorized and its input validated. Job and files are stored in the
 * transaction that authorized it. Throws the errors of the operation's middlewares; `onQueued` runs in the transaction.
 */
export function startJob(call: ProcedureCall, onQueued: (job: JobView) => void): Promise<JobView> {
  return runMiddlewares(call, async (ctx) => {
    const { db, actor, em } = ctx as { db: Queries; actor: Actor; em?: Em }
    const { values, files } = separateFiles(call.input)
    const newJob = { request: toJobRequest(call.ctx, actor), values, files }
    const store = (queries: Queries) => enqueue(queries, actor.id, call.path, newJob)
    // Reads have no transaction.
    const id = await (em ? store(toKysely(em)) : db.transaction().execute(store))
    const job = await readJobView(db, id)
    onQueued(job)
    return job
  })
}

function toJobRequest({ request }: Pick<RequestContext, 'request'>, actor: Actor): JobRequest {
  const headers = STORED_HEADERS.map((name) => [name, request.header(name)] as const)
  return {
    id: request.id,
    method: request.method,
    address: request.address,
    userAgent: request.userAgent,
    headers: {
      ...Object.fromEntries(headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      ...buildTraceparentHeader(),
    },
    sessionId: actor.session?.id ?? null,
    tokenId: actor.token?.id ?? null,
  }
}
