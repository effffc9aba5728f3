import { sql } from 'kysely'
import type { JobAnswer } from '../../../entities/job.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import { accessDenied } from '../../../src/auth/access/effective-access.ts'
import type { Queries } from '../../../src/database/database.ts'
import { notFound } from '../../../src/errors.ts'
import { readsByRelease } from '../../../src/jobs/admission.ts'
import { ANSWER, chunksOf } from '../../../src/jobs/chunks.ts'
import { reauthorize, canReauthorize } from '../../../src/procedures/access/reauthorize.ts'
import type { RequestContext } from '../../../src/request-context.ts'

type ResultRequest = RequestContext & { db: Queries; actor: Actor }

/**
 * Streams a job's result in chunks. Checks access again and throws the operation's own error. Throws 404
 * until the job is done.
 */
export async function resultOf(ctx: ResultRequest, id: number): Promise<Response> {
  const { db } = ctx
  const row = await db
    .selectFrom('jobs')
    .select(['operation', sql<Record<string, unknown>>`input`.as('input')])
    .select(sql<JobAnswer | null>`answer`.as('answer'))
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!row?.answer) throw notFound()
  const { answer } = row
  await assertStillMay(ctx, { ...row, answer })
  const { status, headers, bytes } = answer
  const body = ctx.request.method === 'HEAD' ? null : bodyOf(chunksOf(db, id, ANSWER))
  return new Response(body, { status, headers: { ...headers, 'content-length': String(bytes) } })
}

/** Checks the operation's access rules again; for reads, all of its checks. */
async function assertStillMay(
  ctx: ResultRequest,
  { operation, input, answer }: { operation: string; input: Record<string, unknown>; answer: JobAnswer },
): Promise<void> {
  const found = ctx.findOperation(operation)
  if (!found) throw notFound()
  const { procedure, meta } = found
  if (procedure._def.type === 'query') {
    const published = await readsByRelease({ procedure, path: operation, ctx, input })
    if (published && !answer.readerOnly) throw await accessDenied(ctx.db, null)
    return
  }
  const { access } = meta
  if (!access || !canReauthorize(access)) throw notFound()
  await reauthorize({ db: ctx.db, actor: ctx.actor, access, raw: input })
}

function bodyOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
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
