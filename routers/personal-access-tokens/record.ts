import { onOwnToken } from '../../src/procedures/access/builders/tokens.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import { RevokedOutput, toTokenView } from './read/tokens.schema.ts'

const tags = ['Personal access tokens']

export const revoke = onOwnToken
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/personal_access_tokens/{id}',
      tags,
      summary: 'Revoke one of your tokens',
    },
  })
  .output(RevokedOutput)
  .mutation(({ ctx: { token, now } }) => {
    token.revoke(now)
    return {
      toast: createToast('Token revoked', `${token.name} no longer works.`),
      personal_access_token: toTokenView(token),
    }
  })
