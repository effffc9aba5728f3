import { z } from 'zod'
import { Toast } from '../../../src/wire/shapes.ts'
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
    severity_counts: SeverityCounts,
    ...currency,
  })
  .meta({ id: 'Srg' })
export type Srg = z.infer<typeof Srg>

/** A catalog SRG with its rules in canonical order. */
export const SrgDetail = Srg.extend({ srg_rules: z.array(SrgRuleView) }).meta({ id: 'SrgDetail' })

export const SrgUploaded = z.object({ toast: Toast, srg: Srg }).meta({ id: 'SrgUploaded' })

export const LatestSrgs = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      srg_id: z.string(),
      name: z.string().nullable(),
      title: z.string(),
      version: z.string(),
    }),
  ),
})

/** Figures of an SRG and the components based on it that the reader may see (rule C-11). */
export const SrgStats = z
  .object({
    rule_count: z.int(),
    severity_counts: SeverityCounts,
    usage: z.object({
      count: z.int(),
      components: z.array(
        z.object({ id: z.int(), name: z.string(), project_id: z.int(), project_name: z.string() }),
      ),
    }),
  })
  .meta({ id: 'SrgStats' })
