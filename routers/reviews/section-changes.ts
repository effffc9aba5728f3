import { reading } from '../../src/access/builders.ts'
import { notFound } from '../../src/errors.ts'
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
    const { rule_id, section, created_at } = await ctx.db
      .selectFrom('reviews')
      .select(['rule_id', 'section', 'created_at'])
      .where('id', '=', reviewId)
      .executeTakeFirstOrThrow(notFound)
    const asked = rule_id === null ? null : { ruleId: rule_id, section, since: created_at }
    const fields = asked ? await changesSince(ctx.db, ctx.services.computing, asked) : []
    return { section, since: wireTime(created_at), changed: fields.length > 0, fields }
  })
