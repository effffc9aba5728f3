import { LockMode } from '@mikro-orm/core'
import { AccessToken, assertTokenQuota, dayOf, tokenExpiry } from '../entities/access-token.ts'
import { User } from '../entities/user.ts'
import { confirming, transaction } from '../src/access.ts'
import { digestHex, personalAccessToken, shownPrefix } from '../src/auth/secrets.ts'
import { reauthenticate } from '../src/auth/sign-in.ts'
import { DomainError, notFound } from '../src/errors.ts'
import { enqueueNotice } from '../src/outbox/account-mails.ts'
import { assertTexts } from '../src/text-limits.ts'
import { mergeRouters, router } from '../src/trpc.ts'
import { oversight } from './tokens/oversight.ts'
import { whereTokensAreOn } from './tokens/where-tokens-are-on.ts'
import { CreateTokenInput, CreateTokenOutput, viewToken } from './tokens.schema.ts'

const tags = ['Personal access tokens']

const creation = router({
  create: confirming.session
    .use(whereTokensAreOn)
    .meta({
      openapi: {
        method: 'POST',
        path: '/personal_access_tokens',
        tags,
        summary: 'Create an access token of your own; its value is shown once',
      },
      status: 201,
      errors: [404, 423],
      secret: true,
    })
    .input(CreateTokenInput)
    .use(async ({ ctx, input, next }) => {
      assertTexts(ctx.services.env.limits, input.personal_access_token, { name: 'tokenName' })
      const wrong = new DomainError(
        'invalid',
        'incorrect_password',
        'The current password is wrong or missing.',
        {
          title: 'Incorrect password',
          dialect: 'problem',
        },
      )
      await reauthenticate(ctx, input.personal_access_token.current_password ?? undefined, wrong)
      return next()
    })
    .use(transaction)
    .output(CreateTokenOutput)
    .mutation(async ({ ctx: { em, actor, now, services }, input }) => {
      const { tokens: policy, service } = services.env
      const given = input.personal_access_token
      const expiresAt = tokenExpiry(given.expires_at, now, policy.maxLifetimeDays)
      const owner = await em.findOne(User, { id: actor.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!owner) throw notFound()
      const active = await em.count(AccessToken, {
        userId: owner.id,
        revokedAt: null,
        $or: [{ expiresAt: null }, { expiresAt: { $gt: dayOf(now) } }],
      })
      assertTokenQuota(active, policy.maxPerUser)
      const raw = personalAccessToken(service.name)
      const token = em.create(AccessToken, {
        userId: owner.id,
        name: given.name,
        tokenPrefix: shownPrefix(raw, service.name),
        tokenDigest: digestHex(raw),
        scopes: given.scopes,
        expiresAt,
        allowedIps: given.allowed_ips ?? null,
        createdAt: now,
      })
      const text = `An access token named "${given.name}" was created on your account.`
      enqueueNotice(em, owner.email, 'Access token created', text, now)
      await em.flush()
      return { token: raw, personal_access_token: viewToken(token) }
    }),
})

export const tokens = mergeRouters(creation, oversight)
