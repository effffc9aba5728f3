import { z } from 'zod'

/** A component with the same base SRG as another one (rule C-43). */
export const RelatedComponent = z
  .object({
    id: z.int(),
    name: z.string(),
    version: z.int().nullable(),
    prefix: z.string(),
    release: z.int().nullable(),
    project_id: z.int(),
    project_name: z.string().nullable().meta({ description: 'Null for people who may not see the project.' }),
  })
  .meta({ id: 'RelatedComponent' })
