import { z } from 'zod'
import { LOCK_REASONS } from '../../../entities/user.ts'
import { instant, Toast } from '../../../src/procedures/schemas/shapes.ts'

/** A user, for system administrators (rule A-3). */
export const AdminUser = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    provider: z.string().nullable(),
    admin: z.boolean(),
    last_sign_in_at: instant.nullable(),
    failed_attempts: z.int(),
    locked_at: instant.nullable(),
    lock_reason: z.enum(LOCK_REASONS).optional(),
    locked_until: instant.optional(),
    slack_user_id: z.string().nullable(),
    identities: z.array(z.object({ provider: z.string(), email: z.string().nullable(), title: z.string() })),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof AdminUser>

export const UserOutput = z.object({ toast: Toast, user: AdminUser })
