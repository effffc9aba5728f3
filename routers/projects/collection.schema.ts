import { z } from 'zod'
import { Metadata } from '../../src/procedures/schemas/metadata.ts'
import { nameText } from '../../src/procedures/schemas/name-shapes.ts'
import { page, Pagination, perPage, text, Toast } from '../../src/procedures/schemas/shapes.ts'
import { VISIBILITIES } from '../../src/vocabulary.ts'
import { ProjectSummary } from './read/projects.schema.ts'

export const name = nameText(255)

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
