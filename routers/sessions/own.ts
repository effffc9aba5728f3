import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { Session } from '../../entities/session.ts'
import { reading, writing } from '../../src/access.ts'
import { end, endSessions } from '../../src/auth/session.ts'
import { notFound } from '../../src/errors.ts'
import { pathId } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { liveSessions } from '../sessions.read.ts'
import { SessionList } from '../sessions.schema.ts'

const tags = ['Session and account']

/** Seeing and ending one's own sessions (accounts 5.1). */
export const own = router({
  list: reading.signedIn
    .meta({
      openapi: { method: 'GET', path: '/users/sessions', tags, summary: 'Your live sessions, newest first' },
    })
    .output(SessionList)
    .query(async ({ ctx: { db, actor, services } }) => ({
      sessions: await liveSessions(db, services.env, actor, services.clock()),
    })),

  end: writing.session
    .meta({
      openapi: { method: 'DELETE', path: '/users/sessions/{id}', tags, summary: 'End a session of yours' },
      access: { record: 'own session', needs: 'session' },
      status: 204,
    })
    .input(z.object({ id: pathId }))
    .output(z.void())
    .mutation(async ({ ctx: { em, actor, now }, input }) => {
      const owned = { id: input.id, userId: actor.id, endedAt: null }
      const session = await em.findOne(Session, owned, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!session) throw notFound()
      end(session, 'logout', now)
    }),

  endOthers: writing.session
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/sessions',
        tags,
        summary: 'End all sessions of yours but this one',
      },
      status: 204,
    })
    .output(z.void())
    .mutation(async ({ ctx: { em, actor, now } }) => {
      await endSessions(em, actor.id, 'logout', now, actor.session?.id ?? null)
    }),
})
