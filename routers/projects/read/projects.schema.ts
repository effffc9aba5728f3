import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { PROJECT_ROLES, VISIBILITIES } from '../../../src/vocabulary.ts'
import { AuditEntryView } from '../../audits/read/histories.schema.ts'
import { ComponentRow } from '../../components/read/component-rows.schema.ts'
import { MembershipView } from '../../memberships/read/memberships.schema.ts'
import { CompactUser } from '../../users/person.schema.ts'
import { AccessRequestView } from './access-requests.schema.ts'
import { ProjectFigures } from './figures.schema.ts'

/** A project for everyone who can see it (rule A-58). */
export const ProjectSummary = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    visibility: z.enum(VISIBILITIES),
    memberships_count: z.int(),
    admin_name: z.string().nullable(),
    admin_email: z.string().nullable(),
    lock_version: z.int(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ProjectSummary' })
export type ProjectSummary = z.infer<typeof ProjectSummary>

export const AvailableComponent = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  version: z.int().nullable(),
  release: z.int().nullable(),
})

/** A project with its page content. */
export const ProjectDetail = ProjectSummary.extend({
  effective_permissions: z.enum(PROJECT_ROLES).nullable(),
  pending_comment_count: z.int(),
  details: ProjectFigures,
  histories: z.array(AuditEntryView),
  metadata: z.record(z.string(), z.string()).nullable(),
  memberships: z.array(MembershipView),
  components: z.array(ComponentRow),
  available_components: z.array(AvailableComponent),
  users: z.array(CompactUser),
  access_requests: z.array(AccessRequestView).meta({ description: 'For project admins; empty for others.' }),
}).meta({ id: 'ProjectDetail' })
