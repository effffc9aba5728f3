import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { countCodePoints, lookupId, text } from '../../src/procedures/schemas/shapes.ts'
import { CompactUser } from './person.schema.ts'
import { searchUsers } from './read/people.ts'

const tags = ['Users']

export const UserSearch = z.object({
  q: text(255)
    .transform((value) => value.trim())
    .refine((value) => countCodePoints(value) >= 2, { error: 'must have at least 2 characters' })
    .meta({ minLength: 2, maxLength: 255 }),
  membership_type: z.enum(['Project', 'Component']),
  membership_id: lookupId,
  scope: z.enum(['members'], { error: 'must be members or absent' }).optional(),
  limit: z.int({ error: 'must be an integer from 1 to 25' }).min(1).max(25).default(10),
})

export const UserSearchOutput = z.object({ users: z.array(CompactUser) })

export const search = reading
  .people()
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/users/search',
      tags,
      summary: 'Find people to add to a project or component, or among its members',
    },
    limits: ['user_search'],
  })
  .input(UserSearch)
  .output(UserSearchOutput)
  .query(async ({ ctx: { db, services, effectiveAccess }, input }) => {
    const target = { type: input.membership_type, id: input.membership_id }
    const members = input.scope === 'members'
    const inherited = effectiveAccess?.projectRole != null
    const search = { q: input.q, target, members, inherited, limit: input.limit }
    return { users: await searchUsers(db, services.env, search) }
  })
