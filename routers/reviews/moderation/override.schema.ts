import { z } from 'zod'
import { guards } from '../../../src/procedures/schemas/shapes.ts'
import { auditComment } from './audit-comment.ts'

/** Input of an administrator's override. */
export const OverrideInput = z.object({ audit_comment: auditComment, ...guards })
