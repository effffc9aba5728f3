import { toDay } from '../../entities/access-token.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reauthenticate } from '../../src/auth/reauthenticate.ts'
import { DomainError, notFoundError } from '../../src/errors.ts'
import { transaction } from '../../src/procedures/access/builders.ts'
import { creatingToken, readingTokens } from '../../src/procedures/access/builders/tokens.ts'
import { assertNoUnknownFilter } from '../../src/procedures/schemas/narrowing-keys.ts'
import { assertTexts } from '../../src/procedures/schemas/text-limits.ts'
import { createToken } from '../../workflows/tokens/create-token.ts'
import { CreateTokenInput, CreateTokenOutput, TokenFilter, TokenList } from './collection.schema.ts'
import { toTokenView } from './read/tokens.schema.ts'
import { listTokens } from './read/tokens.ts'

const tags = ['Personal access tokens']

export const create = creatingToken
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
    passesUnknownKeys: true,
  })
  .input(CreateTokenInput)
  .use(async ({ ctx, input, getRawInput, next }) => {
    const allowedKeys = Object.keys(CreateTokenInput.shape.personal_access_token.shape)
    assertNoUnknownFilter(await getRawInput(), 'personal_access_token', allowedKeys)
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
    const currentPassword = input.personal_access_token.current_password ?? undefined
    return next({ ctx: { proof: await reauthenticate(ctx, currentPassword, wrong) } })
  })
  .use(transaction)
  .output(CreateTokenOutput)
  .mutation(async ({ ctx, input: { personal_access_token: currentPassword } }) => {
    const { name, scopes, expires_at: expiresAt = null, allowed_ips: allowedIps = null } = currentPassword
    const { raw, token } = await createToken(toUnitOfWork(ctx), {
      name,
      scopes,
      expiresAt,
      allowedIps,
      proof: ctx.proof,
    })
    return { token: raw, personal_access_token: toTokenView(token) }
  })

export const list = readingTokens
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
    const isAdminView = actor.admin && input.user_id !== undefined
    const userId = isAdminView ? (input.user_id ?? actor.id) : actor.id
    const owner = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (!owner) throw notFoundError()
    return { personal_access_tokens: await listTokens(db, userId, toDay(services.clock()), isAdminView) }
  })
