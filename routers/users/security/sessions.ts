import { z } from 'zod'
import { administering } from '../../../src/access/builders/users.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { workOf } from '../../../src/work.ts'
import { endSessionsOf } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const endSessions = administering
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/users/{userId}/sessions',
      tags,
      summary: 'End all sessions of a user',
    },
    status: 204,
  })
  .concat(knownMembersOnly)
  .output(z.void())
  .mutation(({ ctx }) => endSessionsOf(workOf(ctx), ctx.user))
