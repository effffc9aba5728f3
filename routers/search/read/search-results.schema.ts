import { z } from 'zod'
import { lookupId, text } from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'

const nullableText = z.string().nullable()
const nullableInt = z.int().nullable()

export const GlobalQuery = z.object({
  q: text(500).meta({ description: 'At least two characters; shorter ones find nothing.' }),
  limit: z.int({ error: 'must be an integer from 1 to 20' }).min(1).max(20).default(5),
  component_id: lookupId.optional(),
})

export const RuleResult = z.object({
  id: z.int(),
  rule_id: z.string(),
  title: nullableText,
  status: z.enum(RULE_STATUSES),
  component_id: z.int(),
  component_prefix: z.string(),
  snippet: nullableText,
  matched_field: z.enum(['title', 'fixtext', 'vuln_discussion', 'check']).nullable(),
  highlights: z.array(z.object({ start: z.int(), end: z.int() })),
  comment_count: z.int(),
  parent_rule_id: nullableInt,
  parent_display_name: nullableText,
})

const catalogRule = {
  id: z.int(),
  rule_id: z.string(),
  title: nullableText,
  fixtext: nullableText,
  ident: nullableText,
}

/** Results of a global search by kind (rule C-68). */
export const GlobalResult = z
  .object({
    projects: z.array(
      z.object({ id: z.int(), name: z.string(), description: nullableText, components_count: z.int() }),
    ),
    components: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        version: nullableInt,
        release: nullableInt,
        project_id: z.int(),
        project_name: z
          .string()
          .nullable()
          .meta({ description: 'Null for people who may not see the project.' }),
        metadata: z.record(z.string(), z.string()),
      }),
    ),
    rules: z.array(RuleResult),
    srgs: z.array(
      z.object({
        id: z.int(),
        srg_id: z.string(),
        name: nullableText,
        title: z.string(),
        version: z.string(),
      }),
    ),
    stigs: z.array(
      z.object({
        id: z.int(),
        stig_id: z.string(),
        name: nullableText,
        title: z.string(),
        version: z.string(),
        description: nullableText,
      }),
    ),
    stig_rules: z.array(
      z.object({ ...catalogRule, vuln_id: nullableText, stig_id: z.int(), stig_name: nullableText }),
    ),
    srg_rules: z.array(z.object({ ...catalogRule, srg_id: z.int(), srg_name: nullableText })),
  })
  .meta({ id: 'GlobalSearchResult' })
export type GlobalResult = z.infer<typeof GlobalResult>

/** Tuples of columns, returned by the old exact-match lookups. */
const Pair = z.array(z.union([z.int(), z.string(), z.null()]))
export const LegacyQuery = z.object({ q: text(500) })
export const FoundProjects = z.object({ projects: z.array(Pair) })
export const FoundComponents = z.object({ components: z.array(Pair) })
export const FoundRules = z.object({ rules: z.array(Pair) })
