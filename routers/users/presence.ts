import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { bodyId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { notePresence } from '../../workflows/accounts/presence.ts'

const PresenceInput = z.object({
  presence: z.object({
    component_id: bodyId,
    rule_id: bodyId.nullable().default(null),
    review_id: bodyId.nullable().default(null),
  }),
})

const PresentPerson = z
  .object({
    user_id: z.int(),
    user_name: z.string(),
    rule_id: z.int().nullable(),
    review_id: z.int().nullable(),
  })
  .meta({ id: 'PresentPerson' })

const PresenceAnswer = z.object({ present: z.array(PresentPerson) })

export const here = writing.signedIn
  .meta({
    openapi: {
      method: 'PUT',
      path: '/users/presence',
      tags: ['Live boards'],
      summary: 'Report your presence, and see who else is there',
    },
    limits: ['write'],
  })
  .input(PresenceInput)
  .concat(rejectUnknownKeys)
  .output(PresenceAnswer)
  .mutation(async ({ ctx, input: { presence } }) => {
    const location = {
      componentId: presence.component_id,
      ruleId: presence.rule_id,
      reviewId: presence.review_id,
    }
    return { present: await notePresence(toUnitOfWork(ctx), location) }
  })
