import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { Session } from '../../../../entities/session.ts'
import { notFoundError } from '../../../errors.ts'
import { sessionWriting } from '../../base-procedures.ts'
import { pathId } from '../../schemas/shapes.ts'

/** Loads and locks an active session of the caller; 404 for sessions of others. */
export function onOwnSession() {
  return sessionWriting
    .meta({ access: { record: 'own session', needs: 'session' } })
    .input(z.object({ id: pathId }))
    .use(async ({ ctx: { em, actor }, input, next }) => {
      const owned = { id: input.id, userId: actor.id, endedAt: null }
      const session = await em.findOne(Session, owned, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!session) throw notFoundError()
      return next({ ctx: { session } })
    })
}
