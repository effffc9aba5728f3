import { z } from 'zod'
import { Toast } from '../../../src/procedures/schemas/shapes.ts'
import { guidesImported } from '../../guides/read/guide-line.schema.ts'
import { catalogRuleFields, currency, SeverityCounts } from '../../srgs/read/catalog-rules.schema.ts'

const nullableText = z.string().nullable()

/** A catalog STIG without its rules (rule C-10). */
export const Stig = z
  .object({
    id: z.int(),
    stig_id: z.string(),
    name: nullableText,
    title: z.string(),
    version: z.string(),
    benchmark_date: z.iso.date().nullable(),
    draft: z.boolean().meta({ description: 'A release below 1, or one with the status draft.' }),
    severity_counts: SeverityCounts,
    ...currency,
  })
  .meta({ id: 'Stig' })
export type Stig = z.infer<typeof Stig>

export const StigRuleView = z
  .object({ ...catalogRuleFields, srg_id: nullableText, vendor_comments: nullableText })
  .meta({ id: 'StigRule' })

export const StigDetail = Stig.extend({
  description: nullableText,
  stig_rules: z.array(StigRuleView),
}).meta({ id: 'StigDetail' })

export const StigUploaded = z
  .object({
    toast: Toast,
    stig: Stig.nullable().meta({
      description: 'The first imported guide; null in a dry run that would create it.',
    }),
    ...guidesImported,
  })
  .meta({ id: 'StigUploaded' })

export const LatestStigs = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      stig_id: z.string(),
      name: nullableText,
      title: z.string(),
      version: z.string(),
      draft: z.boolean().meta({ description: 'Whether the line has nothing but drafts.' }),
    }),
  ),
})

export const StigStats = z
  .object({ rule_count: z.int(), severity_counts: SeverityCounts })
  .meta({ id: 'StigStats' })
