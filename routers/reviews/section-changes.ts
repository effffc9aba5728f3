import { reading } from '../../src/procedures/access/builders.ts'
import { toWireTime } from '../../src/procedures/schemas/times.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { SectionChanges } from './read/section-changes.schema.ts'
import { readChangesSince } from './read/section-changes.ts'

/**
 * Members see every change since the comment; readers of a release see changes since the release (rule C-22).
 */
export const sectionChanges = reading
  .review('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews/{reviewId}/section_changes',
      tags: ['Comments and reviews'],
      summary: 'What changed in the section that a comment is about, since it was written',
    },
  })
  .concat(rejectUnknownKeys)
  .output(SectionChanges)
  .query(async ({ ctx, signal, input: { reviewId } }) => {
    const workers = createWorkersForRead({ ctx, signal })
    const { section, since, fields } = await readChangesSince(ctx.db, workers, reviewId, ctx.effectiveAccess)
    return { section, since: toWireTime(since), changed: fields.length > 0, fields }
  })
