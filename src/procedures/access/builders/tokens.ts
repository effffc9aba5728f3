import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { AccessToken } from '../../../../entities/access-token.ts'
import { User } from '../../../../entities/user.ts'
import { createAccessDeniedError } from '../../../auth/access/effective-access.ts'
import { notFoundError } from '../../../errors.ts'
import { sessionOnly, sessionReading, sessionWriting } from '../../base-procedures.ts'
import { pathId } from '../../schemas/shapes.ts'
import { middleware } from '../../trpc.ts'

/** If tokens are disabled, their management answers 404 (rule A-46). */
const requireTokens = middleware(({ ctx, next }) => {
  if (!ctx.services.env.tokens.enabled) throw notFoundError()
  return next()
})

/** Runs without a transaction: creating a token checks the password first. */
export const creatingToken = sessionOnly.use(requireTokens)

export const readingTokens = sessionReading.use(requireTokens)

/** Loads and locks a token of the caller. */
export const onOwnToken = sessionWriting
  .use(requireTokens)
  .meta({ access: { record: 'token', needs: 'session' } })
  .input(z.object({ id: pathId }))
  .use(async ({ ctx: { em, actor }, input, next }) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
    const token = await em.findOne(AccessToken, { id: input.id, userId: actor.id }, lock)
    if (!token) throw notFoundError()
    return next({ ctx: { token } })
  })

/** Loads and locks a token of any user, for system administrators in a session. */
export const overseeingTokens = sessionWriting
  .use(requireTokens)
  .meta({ access: { record: 'system admin', needs: 'session' } })
  .input(z.object({ id: pathId }))
  .use(async ({ ctx: { db, em, actor }, input, next }) => {
    if (!actor.admin) throw await createAccessDeniedError(db, null)
    const token = await em.findOne(AccessToken, { id: input.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const owner = token && (await em.findOne(User, { id: token.userId }))
    if (!token || !owner) throw notFoundError()
    return next({ ctx: { token, owner } })
  })
