import type { JobRequest } from '../../entities/job.ts'
import type { Actor } from '../audit/actor.ts'
import { kysely, type Em, type Queries } from '../database/database.ts'
import type { RequestContext } from '../request-context.ts'
import { traceparentHeader } from '../telemetry/tracing/scope.ts'
import { assertAdmitted, type Call } from './admission.ts'
import { storeFiles, withoutFiles } from './chunks.ts'
import { enqueue } from './store.ts'
import { type JobView, viewJob } from './view.ts'

/** Headers that an operation reads when it runs. */
const KEPT_HEADERS = ['accept', 'if-match', 'content-type']

/** True if a request prefers an asynchronous response (RFC 7240). */
export function prefersAsync(prefer: string | undefined): boolean {
  return (prefer ?? '')
    .split(',')
    .some((part) => part.split(';')[0]?.trim().toLowerCase() === 'respond-async')
}

/**
 * Puts a call into the queue, once its sender was admitted and its values were found usable; with its files, in the
 * transaction that its access was decided in. Throws what the operation would refuse.
 */
export function startJob(call: Call, answered: (job: JobView) => void): Promise<JobView> {
  return assertAdmitted(call, async (found) => {
    const { db, actor, em } = found as { db: Queries; actor: Actor; em?: Em }
    const { values, files } = withoutFiles(call.input)
    const asked = { request: requestOf(call.ctx, actor), values }
    const id = await enqueue(db, actor.id, call.path, asked)
    await storeFiles(em ? kysely(em) : db, id, files)
    const job = await viewJob(db, id)
    answered(job)
    return job
  })
}

function requestOf({ request }: RequestContext, actor: Actor): JobRequest {
  const headers = KEPT_HEADERS.map((name) => [name, request.header(name)] as const)
  return {
    id: request.id,
    method: request.method,
    address: request.address,
    userAgent: request.userAgent,
    headers: {
      ...Object.fromEntries(headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      ...traceparentHeader(),
    },
    sessionId: actor.session?.id ?? null,
    tokenId: actor.token?.id ?? null,
  }
}
