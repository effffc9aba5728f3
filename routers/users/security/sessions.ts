import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../../src/errors.ts'
import { reading } from '../../../src/procedures/access/builders.ts'
import { administeringUser } from '../../../src/procedures/access/builders/users.ts'
import { pathId } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { endAllSessions } from '../../../workflows/accounts/administer.ts'
import { isKnownUser } from '../read/admin-users.ts'
import { SessionList } from '../read/live-sessions.schema.ts'
import { listLiveSessions } from '../read/live-sessions.ts'

const tags = ['Users']

export const listSessions = reading.systemAdmin
  .meta({
    openapi: { method: 'GET', path: '/users/{userId}/sessions', tags, summary: 'Where a user is signed in' },
    errors: [404],
  })
  .input(z.object({ userId: pathId }))
  .concat(rejectUnknownKeys)
  .output(SessionList)
  .query(async ({ ctx: { db, services, actor }, input: { userId } }) => {
    if (!(await isKnownUser(db, userId))) throw notFoundError()
    return { sessions: await listLiveSessions(db, services.env, userId, actor.session?.id, services.clock()) }
  })

export const endSessions = administeringUser
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/users/{userId}/sessions',
      tags,
      summary: 'End all sessions of a user',
    },
    status: 204,
  })
  .concat(rejectUnknownKeys)
  .output(z.void())
  .mutation(({ ctx }) => endAllSessions(toUnitOfWork(ctx), ctx.user))
