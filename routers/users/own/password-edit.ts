import { z } from 'zod'
import { anyone } from '../../../src/procedures/access/builders.ts'
import { auditedLink } from '../../../src/procedures/rejected-link.ts'
import { text } from '../../../src/procedures/schemas/shapes.ts'
import { findResetTokenOwner } from '../../../workflows/accounts/reset-password.ts'
import { resetRequest, createInvalidTokenError, probing } from './reset-token.ts'

const tags = ['Session and account']

/** An invalid value counts as an invalid token: this operation has only one error (rule E-11). */
export const ResetTokenQuery = z.object({ reset_password_token: text(1024).optional().catch(undefined) })

export const ResetTokenOutput = z.object({ valid: z.boolean(), minimum_password_length: z.int() })

export const check = anyone
  .use(probing)
  .use(auditedLink)
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/password/edit',
      tags,
      summary: 'Whether a reset token is valid',
    },
    errors: [429],
    reportsValidity: true,
  })
  .input(ResetTokenQuery)
  .output(ResetTokenOutput)
  .query(async ({ ctx, input }) => {
    if (!(await findResetTokenOwner(resetRequest(ctx.services), input.reset_password_token ?? ''))) {
      throw createInvalidTokenError('bare')
    }
    return { valid: true, minimum_password_length: ctx.services.env.passwordPolicy.minLength }
  })
