import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { commenting } from '../../../src/procedures/access/builders.ts'
import { pathId } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { redactComment } from '../../../workflows/comments/redact.ts'
import { assertReason } from '../../../workflows/comments/texts.ts'
import { auditComment } from '../../reviews/moderation/audit-comment.ts'

const RedactInput = z.object({ destroyedId: pathId, audit_comment: auditComment })
const RedactOutput = z
  .object({ destroyed_id: z.int(), redacted_entries: z.int() })
  .meta({ id: 'RedactAnswer', description: 'How many audit entries lost a text; 0 when it was done before.' })

/** Removes personal data of deleted comments from the audit log (rule R-39). */
export const redactDestroyed = commenting
  .component('project admin')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/components/{componentId}/destroyed_reviews/{destroyedId}/redact',
      tags: ['Comments and reviews'],
      summary: 'Remove the texts of a deleted comment and its thread from the audit trail; hashes stay',
    },
    refusal: 'Could not redact',
    limits: ['review_write'],
  })
  .input(RedactInput)
  .concat(rejectUnknownKeys)
  .output(RedactOutput)
  .mutation(async ({ ctx, input: { destroyedId, audit_comment: reason } }) => {
    const work = toUnitOfWork(ctx)
    assertReason(work, reason)
    const entries = await redactComment(work, ctx.scope, { destroyedId, reason })
    return { destroyed_id: destroyedId, redacted_entries: entries }
  })
