import { z } from 'zod'
import { page, Pagination, perPage, requiredText, text, Toast } from '../../src/wire/shapes.ts'
import { VISIBILITIES } from '../../src/vocabulary.ts'
import { ProjectSummary } from './read/projects.schema.ts'

/** Free texts by free keys, replaced as a whole (rule A-58). */
export const Metadata = z
  .record(
    text(100).refine((key) => key.trim() !== '', { error: 'must not have a blank key' }),
    text(1000),
    { error: 'must be an object of texts' },
  )
  .refine((data) => Object.keys(data).length <= 50, { error: 'may have at most 50 entries' })

export const name = requiredText(255).transform((value) => value.trim())

export const description = text(5000)

export const visibility = z.enum(VISIBILITIES, { error: `must be one of ${VISIBILITIES.join(', ')}` })

export const metadata = z.object({ data: Metadata.default({}) }).nullable()

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
