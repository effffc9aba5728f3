import { z } from 'zod'
import { Toast } from '../../../src/procedures/schemas/shapes.ts'
import { guidesImported } from '../../guides/read/guide-line.schema.ts'
import { currency, SeverityCounts, SrgRuleView } from './catalog-rules.schema.ts'

/** A catalog SRG without its rules (rule C-7). */
export const Srg = z
  .object({
    id: z.int(),
    srg_id: z.string(),
    name: z.string().nullable(),
    title: z.string(),
    version: z.string(),
    release_date: z.iso.date().nullable(),
    core: z.boolean(),
    draft: z.boolean().meta({ description: 'A release below 1, or one with the status draft.' }),
    severity_counts: SeverityCounts,
    ...currency,
  })
  .meta({ id: 'Srg' })
export type Srg = z.infer<typeof Srg>

/** A catalog SRG with its rules in canonical order. */
export const SrgDetail = Srg.extend({ srg_rules: z.array(SrgRuleView) }).meta({ id: 'SrgDetail' })

export const SrgUploaded = z
  .object({
    toast: Toast,
    srg: Srg.nullable().meta({
      description: 'The first imported guide; null in a dry run that would create it.',
    }),
    ...guidesImported,
  })
  .meta({ id: 'SrgUploaded' })

export const LatestSrgs = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      srg_id: z.string(),
      name: z.string().nullable(),
      title: z.string(),
      version: z.string(),
      draft: z.boolean().meta({ description: 'Whether the line has nothing but drafts.' }),
    }),
  ),
})

/** Statistics of an SRG, and the components based on it that the caller can see (rule C-11). */
export const SrgStats = z
  .object({
    rule_count: z.int(),
    severity_counts: SeverityCounts,
    usage: z.object({
      count: z.int(),
      components: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          project_id: z.int(),
          project_name: z
            .string()
            .nullable()
            .meta({ description: 'Null for people who may not see the project.' }),
        }),
      ),
    }),
  })
  .meta({ id: 'SrgStats' })
