import { z } from 'zod'
import { instant } from '../../../../src/procedures/schemas/shapes.ts'
import { AdditionalQuestionView, ChangedSources } from '../component-detail.schema.ts'
import { ComponentSummary } from '../component-rows.schema.ts'

const nullableText = z.string().nullable()

/** Header of a component's pages (rule C-82); callers without a role see no names. */
export const ComponentHeader = ComponentSummary.extend({
  project_name: nullableText.meta({ description: 'Null for people who may not see the project.' }),
  description: nullableText,
  admin_name: nullableText,
  admin_email: nullableText,
  advanced_fields: z.boolean(),
  created_at: instant,
  released_at: instant.nullable(),
  releasable: z.boolean(),
  guide: z.object({
    id: z.int(),
    srg_id: z.string(),
    title: z.string(),
    version: z.string(),
    is_latest: z.boolean(),
    latest_id: z.int().nullable().meta({ description: 'The newer release of a guide of the source set.' }),
    latest_version: nullableText,
  }),
  published_srg: z
    .object({ id: z.int(), srg_id: z.string(), version: z.string() })
    .nullable()
    .meta({ description: 'The catalog guide that the release of an SRG component made.' }),
  changed_sources: ChangedSources,
  additional_questions: z.array(AdditionalQuestionView),
  metadata: z.record(z.string(), z.string()).meta({ description: 'Empty for people without a role on it.' }),
}).meta({ id: 'ComponentHeader' })
export type ComponentHeader = z.infer<typeof ComponentHeader>
