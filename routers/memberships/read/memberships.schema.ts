import { z } from 'zod'
import { Toast } from '../../../src/procedures/schemas/shapes.ts'
import { MEMBERSHIP_TYPES, PROJECT_ROLES } from '../../../src/vocabulary.ts'

/** A user's role on a project or component (rule A-62). */
export const MembershipView = z
  .object({
    id: z.int(),
    user_id: z.int(),
    role: z.enum(PROJECT_ROLES),
    membership_type: z.enum(MEMBERSHIP_TYPES),
    membership_id: z.int(),
    name: z.string(),
    email: z.string(),
  })
  .meta({ id: 'Membership' })
export type MembershipView = z.infer<typeof MembershipView>

export const role = z.enum(PROJECT_ROLES, { error: `must be one of ${PROJECT_ROLES.join(', ')}` })

export const membershipType = z.enum(MEMBERSHIP_TYPES, { error: 'must be Project or Component' })

export const CreateMembershipOutput = z.object({ toast: Toast, membership: MembershipView })
