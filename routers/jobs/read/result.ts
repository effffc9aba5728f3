import { sql } from 'kysely'
import type { Actor } from '../../../src/access/actor.ts'
import { decideAnew, isDecidable } from '../../../src/access/anew.ts'
import type { Queries } from '../../../src/database.ts'
import { notFound } from '../../../src/errors.ts'
import type { JobAnswer } from '../../../entities/job.ts'
import { admitted } from '../../../src/jobs/admission.ts'
import { ANSWER, chunksOf } from '../../../src/jobs/chunks.ts'
import type { RequestContext } from '../../../src/request.ts'

type Asking = RequestContext & { db: Queries; actor: Actor }

/**
 * The answer of a job, chunk by chunk. Whoever may no longer do what the job did gets the refusal that the operation
 * itself would give them. Throws 404 until the job is done.
 */
export async function resultOf(ctx: Asking, id: number): Promise<Response> {
  const { db } = ctx
  const row = await db
    .selectFrom('jobs')
    .select(['operation', sql<Record<string, unknown>>`input`.as('input')])
    .select(sql<JobAnswer | null>`answer`.as('answer'))
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!row?.answer) throw notFound()
  await assertStillMay(ctx, row)
  const { status, headers, bytes } = row.answer
  const body = ctx.request.method === 'HEAD' ? null : bodyOf(chunksOf(db, id, ANSWER))
  return new Response(body, { status, headers: { ...headers, 'content-length': String(bytes) } })
}

/** Asks what the operation asks of its callers; of a reading one, all that it asks. */
async function assertStillMay(
  ctx: Asking,
  { operation, input }: { operation: string; input: Record<string, unknown> },
): Promise<void> {
  const found = ctx.operationOf(operation)
  if (!found) throw notFound()
  const { procedure, meta } = found
  if (procedure._def.type === 'query') {
    const again = { ...ctx, limited: true, once: undefined }
    await admitted({ procedure, path: operation, ctx: again, input }, () => Promise.resolve(null))
    return
  }
  const { access } = meta
  if (!access || !isDecidable(access)) throw notFound()
  await decideAnew({ db: ctx.db, actor: ctx.actor, access, raw: input })
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
