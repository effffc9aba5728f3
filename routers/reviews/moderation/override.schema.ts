import { z } from 'zod'
import { guards } from '../../../src/procedures/schemas/shapes.ts'
import { auditComment } from './audit-comment.ts'

/** What an administrator's override takes. */
export const OverrideInput = z.object({ audit_comment: auditComment, ...guards })
