import { z } from 'zod'

/** A component that shares its base with another one (rule C-43). */
export const RelatedComponent = z
  .object({
    id: z.int(),
    name: z.string(),
    version: z.int().nullable(),
    prefix: z.string(),
    release: z.int().nullable(),
    project_id: z.int(),
    project_name: z.string(),
  })
  .meta({ id: 'RelatedComponent' })
