import { z } from 'zod'
import { Toast } from '../../src/procedures/schemas/shapes.ts'

/** The catalog guide of the release, and differences to the component since then (rule C-38). */
export const ComponentReleased = z
  .object({
    toast: Toast,
    catalog_srg: z.object({
      id: z.int(),
      srg_id: z.string(),
      version: z.string(),
      name: z.string().nullable(),
    }),
    changelog: z.object({
      version: z.string(),
      removals: z.array(
        z.object({
          identifier: z.string(),
          destination_abbreviation: z.string().nullable(),
          executed_on: z.iso.date(),
        }),
      ),
      text: z.string(),
    }),
  })
  .meta({ id: 'ComponentReleased' })
