import { z } from 'zod'
import { instant, page, Pagination, perPage, requiredText, text, Toast } from '../src/shapes.ts'
import { PROJECT_ROLES, VISIBILITIES } from '../src/vocabulary.ts'
import { ComponentRow } from './components.schema.ts'
import { AuditEntryView } from './histories.schema.ts'
import { MembershipView } from './memberships.schema.ts'
import { CompactUser } from './users.schema.ts'

/** A project as everybody may see it who may know of it (accounts 2.5). */
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

/** A row of the project list: the summary, what the caller is to it, and its comment figures. */
export const ProjectRow = ProjectSummary.extend({
  memberships: z.array(MembershipView).meta({ description: 'Empty for people who are no members.' }),
  admin: z.boolean(),
  is_member: z.boolean(),
  access_request_id: z.int().nullable(),
  pending_comment_count: z.int(),
  total_comment_count: z.int(),
  pending_comment_link: z.string().nullable(),
}).meta({ id: 'ProjectRow' })
export type ProjectRow = z.infer<typeof ProjectRow>

const StigFigures = z.object({
  ac: z.int(),
  aim: z.int(),
  adnm: z.int(),
  na: z.int(),
  nyd: z.int(),
  total: z.int(),
})

const SrgFigures = z.object({ applicable: z.int(), na: z.int(), nyd: z.int(), total: z.int() })

/** How far the requirements of a project are: by status, and not under review, under review, locked. */
export const ProjectFigures = z
  .object({
    stig: StigFigures,
    srg: SrgFigures,
    nur: z.int(),
    ur: z.int(),
    lck: z.int(),
    total: z.int(),
  })
  .meta({ id: 'ProjectFigures' })
export type ProjectFigures = z.infer<typeof ProjectFigures>

export const AvailableComponent = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  version: z.int().nullable(),
  release: z.int().nullable(),
})

export const AccessRequestView = z
  .object({ id: z.int(), user: CompactUser, project: z.object({ id: z.int(), name: z.string() }) })
  .meta({ id: 'AccessRequest' })
export type AccessRequestView = z.infer<typeof AccessRequestView>

/** A project with everything on its page. */
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

/** Free texts by free keys, replaced as a whole (accounts 2.5 and 6.6). */
export const Metadata = z
  .record(
    text(100).refine((key) => key.trim() !== '', { error: 'must not have a blank key' }),
    text(1000),
    { error: 'must be an object of texts' },
  )
  .refine((data) => Object.keys(data).length <= 50, { error: 'may have at most 50 entries' })

const name = requiredText(255).transform((value) => value.trim())
const description = text(5000)
const visibility = z.enum(VISIBILITIES, { error: `must be one of ${VISIBILITIES.join(', ')}` })
const metadata = z.object({ data: Metadata.default({}) }).nullable()

export const CreateProjectInput = z.object({
  project: z.object({
    name,
    description: description.nullish(),
    visibility: visibility.default('hidden'),
    slack_channel_id: text(1000).nullish(),
    project_metadata_attributes: metadata.optional(),
  }),
})

export const CreateProjectOutput = z.object({
  toast: Toast,
  redirect_url: z.string(),
  project: ProjectSummary,
})

export const UpdateProjectInput = z.object({
  project: z.object({
    name: name.optional(),
    description: description.nullish(),
    visibility: visibility.optional(),
    project_metadata_attributes: metadata.optional(),
  }),
})

export const UpdateProjectOutput = z.object({ toast: Toast, project: ProjectSummary })

export const ProjectFilter = z.object({
  q: text(255).default(''),
  sort: z
    .enum(['name', 'created_at', 'updated_at'], { error: 'must be name, created_at or updated_at' })
    .default('name'),
  order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('asc'),
  page,
  per_page: perPage(100),
})
export type ProjectFilter = z.infer<typeof ProjectFilter>

export const ProjectPage = z.object({ rows: z.array(ProjectSummary), pagination: Pagination })

/** At most 50 entries a page, and one page unless more are asked for (accounts 5.4). */
export const HistoryPage = z.object({
  page,
  per_page: z.int({ error: 'must be an integer from 1 to 50' }).min(1).max(50).default(50),
})

export const AccessRequestOutput = z.object({ toast: Toast, id: z.int() })
