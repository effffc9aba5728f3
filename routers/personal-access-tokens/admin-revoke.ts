import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { overseeingTokens } from '../../src/procedures/access/builders/tokens.ts'
import { createToast, requiredText } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts } from '../../src/procedures/schemas/text-limits.ts'
import { revokeForOwner } from '../../workflows/tokens/revoke-for-owner.ts'
import { RevokedOutput, toTokenView } from './read/tokens.schema.ts'

const tags = ['Personal access tokens']

export const AdminRevokeInput = z.object({ audit_comment: requiredText(4096) })

export const adminRevoke = overseeingTokens
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/personal_access_tokens/{id}/admin_revoke',
      tags,
      summary: 'Revoke a token of any user',
    },
  })
  .input(AdminRevokeInput)
  .output(RevokedOutput)
  .mutation(({ ctx, input }) => {
    assertTexts(ctx.services.env.limits, input, { audit_comment: 'auditComment' })
    const { token, owner } = ctx
    revokeForOwner(toUnitOfWork(ctx), token, owner, input.audit_comment)
    return {
      toast: createToast('Token revoked', `${token.name} of ${owner.name} no longer works.`),
      personal_access_token: toTokenView(token),
    }
  })
