import { z } from 'zod'
import { endSessions } from '../../../src/auth/sessions/session.ts'
import { reading, writing } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { SessionList } from '../read/live-sessions.schema.ts'
import { listLiveSessions } from '../read/live-sessions.ts'

const tags = ['Session and account']

export const list = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/users/sessions', tags, summary: 'Your live sessions, newest first' },
  })
  .concat(rejectUnknownKeys)
  .output(SessionList)
  .query(async ({ ctx: { db, actor, services } }) => ({
    sessions: await listLiveSessions(db, services.env, actor.id, actor.session?.id, services.clock()),
  }))

export const end = writing
  .ownSession()
  .meta({
    openapi: { method: 'DELETE', path: '/users/sessions/{id}', tags, summary: 'End one of your sessions' },
    status: 204,
  })
  .concat(rejectUnknownKeys)
  .output(z.void())
  .mutation(({ ctx: { session, now } }) => session.end('logout', now))

export const endOthers = writing.session
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/users/sessions',
      tags,
      summary: 'End all your sessions except this one',
    },
    status: 204,
  })
  .concat(rejectUnknownKeys)
  .output(z.void())
  .mutation(async ({ ctx: { em, actor, now } }) => {
    await endSessions(em, actor.id, 'logout', now, actor.session?.id ?? null)
  })
