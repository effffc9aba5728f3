import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { AccessToken, dayOf } from '../../entities/access-token.ts'
import { User } from '../../entities/user.ts'
import { reading, writing } from '../../src/access.ts'
import { denied } from '../../src/access/standing.ts'
import { notFound } from '../../src/errors.ts'
import { pathId, toast } from '../../src/shapes.ts'
import { assertTexts } from '../../src/text-limits.ts'
import { router } from '../../src/trpc.ts'
import { tokensOf } from '../tokens.read.ts'
import { AdminRevokeInput, RevokedOutput, TokenFilter, TokenList, viewToken } from '../tokens.schema.ts'
import { whereTokensAreOn } from './where-tokens-are-on.ts'

const tags = ['Personal access tokens']
const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/** Listing and revoking access tokens (accounts 5.3). */
export const oversight = router({
  list: reading.session
    .use(whereTokensAreOn)
    .meta({
      openapi: {
        method: 'GET',
        path: '/personal_access_tokens',
        tags,
        summary: 'Your access tokens, or those of a user for system administrators',
      },
      errors: [404],
    })
    .input(TokenFilter)
    .output(TokenList)
    .query(async ({ ctx: { db, actor, services }, input }) => {
      const overseen = actor.admin && input.user_id !== undefined
      const userId = overseen ? (input.user_id ?? actor.id) : actor.id
      const known = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      if (!known) throw notFound()
      return { personal_access_tokens: await tokensOf(db, userId, dayOf(services.clock()), overseen) }
    }),

  revoke: writing.session
    .use(whereTokensAreOn)
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/personal_access_tokens/{id}',
        tags,
        summary: 'Revoke a token of yours',
      },
      access: { record: 'token', needs: 'session' },
    })
    .input(z.object({ id: pathId }))
    .output(RevokedOutput)
    .mutation(async ({ ctx: { em, actor, now }, input }) => {
      const token = await em.findOne(AccessToken, { id: input.id, userId: actor.id }, LOCK)
      if (!token) throw notFound()
      token.revoke(now)
      return {
        toast: toast('Token revoked', `${token.name} no longer works.`),
        personal_access_token: viewToken(token),
      }
    }),

  adminRevoke: writing.session
    .use(whereTokensAreOn)
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/personal_access_tokens/{id}/admin_revoke',
        tags,
        summary: 'Revoke a token of anybody, as system administrator',
      },
      access: { record: 'system admin', needs: 'session' },
    })
    .use(async ({ ctx, next }) => {
      if (!ctx.actor.admin) throw await denied(ctx.db, null)
      return next()
    })
    .input(AdminRevokeInput.extend({ id: pathId }))
    .output(RevokedOutput)
    .mutation(async ({ ctx: { em, now, trail, services }, input }) => {
      assertTexts(services.env.limits, input, { audit_comment: 'auditComment' })
      const token = await em.findOne(AccessToken, { id: input.id }, LOCK)
      const owner = token && (await em.findOne(User, { id: token.userId }))
      if (!token || !owner) throw notFound()
      const before = token.revokedAt?.toISOString() ?? null
      trail.because(token, input.audit_comment)
      token.revoke(now)
      trail.record({
        action: 'admin_revoke',
        auditableType: 'AccessToken',
        auditableId: token.id,
        associatedType: 'User',
        associatedId: owner.id,
        affectedUserId: owner.id,
        affectedName: token.name,
        changes: { revoked_at: [before, before ?? now.toISOString()] },
        comment: input.audit_comment,
      })
      return {
        toast: toast('Token revoked', `${token.name} of ${owner.name} no longer works.`),
        personal_access_token: viewToken(token),
      }
    }),
})
