import { z } from 'zod'
import { instant, Toast } from '../../../src/procedures/schemas/shapes.ts'
import { PROJECT_ROLES } from '../../../src/vocabulary.ts'
import { MembershipView } from '../../memberships/read/memberships.schema.ts'

/** A membership from an archive, until a project admin confirms or declines it (rule A-83). */
export const InvitationView = z
  .object({
    id: z.int(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(PROJECT_ROLES),
    invited_by_name: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'ProjectInvitation' })
export type InvitationView = z.infer<typeof InvitationView>

export const InvitationConfirmed = z
  .object({ toast: Toast, id: z.int(), membership: MembershipView })
  .meta({ id: 'ProjectInvitationConfirmed' })

export const InvitationDeclined = z
  .object({ toast: Toast, id: z.int() })
  .meta({ id: 'ProjectInvitationDeclined' })
