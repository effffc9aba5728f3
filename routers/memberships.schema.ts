import { z } from 'zod'
import { bodyId, Toast } from '../src/shapes.ts'
import { MEMBERSHIP_TYPES, PROJECT_ROLES } from '../src/vocabulary.ts'

/** One person's role on one project or component (accounts 2.6). */
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

const role = z.enum(PROJECT_ROLES, { error: `must be one of ${PROJECT_ROLES.join(', ')}` })
const membershipType = z.enum(MEMBERSHIP_TYPES, { error: 'must be Project or Component' })

export const CreateMembershipInput = z.object({
  membership: z.object({
    user_id: bodyId,
    role: role.default('viewer'),
    membership_type: membershipType,
    membership_id: bodyId,
    access_request_id: bodyId.nullish(),
  }),
})

export const CreateMembershipOutput = z.object({ toast: Toast, membership: MembershipView })

export const MembershipFilter = z.object({ membership_type: membershipType, membership_id: bodyId })

export const MembershipList = z.object({ memberships: z.array(MembershipView) })

export const UpdateMembershipInput = z.object({ membership: z.object({ role }) })
