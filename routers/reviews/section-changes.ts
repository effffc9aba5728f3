import { reading } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { wireTime } from '../../src/wire/times.ts'
import { changesSince } from './read/section-changes.ts'
import { SectionChanges } from './read/section-changes.schema.ts'

/** Whoever may read a component may read the history of its content, too. */
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
  .concat(knownMembersOnly)
  .output(SectionChanges)
  .query(async ({ ctx, input: { reviewId } }) => {
    const { section, since, fields } = await changesSince(ctx.db, ctx.services.computing, reviewId)
    return { section, since: wireTime(since), changed: fields.length > 0, fields }
  })
