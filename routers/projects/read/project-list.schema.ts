import { z } from 'zod'
import { MembershipView } from '../../memberships/read/memberships.schema.ts'
import { ProjectSummary } from './projects.schema.ts'

/** A row of the project list: the summary, the caller's role, and comment counts. */
export const ProjectRow = ProjectSummary.extend({
  memberships: z.array(MembershipView).meta({ description: 'Empty for non-members.' }),
  admin: z.boolean().meta({ description: 'Whether the caller is an admin of the project.' }),
  is_member: z.boolean(),
  access_request_id: z.int().nullable(),
  pending_comment_count: z.int(),
  total_comment_count: z.int(),
  pending_comment_link: z.string().nullable(),
}).meta({ id: 'ProjectRow' })
export type ProjectRow = z.infer<typeof ProjectRow>
