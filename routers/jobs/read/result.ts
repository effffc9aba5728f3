import { sql } from 'kysely'
import type { JobAnswer } from '../../../entities/job.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import { createAccessDeniedError } from '../../../src/auth/access/effective-access.ts'
import type { Queries } from '../../../src/database/database.ts'
import { notFoundError } from '../../../src/errors.ts'
import { readChunks, RESPONSE_PART } from '../../../src/jobs/chunks.ts'
import { isReadableOnlyByRelease } from '../../../src/jobs/run-middlewares.ts'
import { reauthorize, canReauthorize } from '../../../src/procedures/access/reauthorize.ts'
import type { RequestContext } from '../../../src/request-context.ts'

type ResultRequest = RequestContext & { db: Queries; actor: Actor }

/**
 * Streams a job's result in chunks. Checks access again and throws the operation's own error. Throws 404
 * until the job is done.
 */
export async function respondWithResult(ctx: ResultRequest, id: number): Promise<Response> {
  const { db } = ctx
  const row = await db
    .selectFrom('jobs')
    .select(['operation', sql<Record<string, unknown>>`input`.as('input')])
    .select(sql<JobAnswer | null>`answer`.as('answer'))
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!row?.answer) throw notFoundError()
  const { answer } = row
  await assertStillAuthorized(ctx, { ...row, answer })
  const { status, headers, bytes } = answer
  const body = ctx.request.method === 'HEAD' ? null : toStream(readChunks(db, id, RESPONSE_PART))
  return new Response(body, { status, headers: { ...headers, 'content-length': String(bytes) } })
}

/** Checks the operation's access rules again; for reads, all of its checks. */
async function assertStillAuthorized(
  ctx: ResultRequest,
  {
    operation: path,
    input,
    answer,
  }: { operation: string; input: Record<string, unknown>; answer: JobAnswer },
): Promise<void> {
  const operation = ctx.findOperation(path)
  if (!operation) throw notFoundError()
  const { procedure, meta } = operation
  if (procedure._def.type === 'query') {
    const isReader = await isReadableOnlyByRelease({ procedure, path, ctx, input })
    if (isReader && !answer.readerOnly) throw await createAccessDeniedError(ctx.db, null)
    return
  }
  const { access } = meta
  if (!access || !canReauthorize(access)) throw notFoundError()
  await reauthorize({ db: ctx.db, actor: ctx.actor, access, raw: input })
}

function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
