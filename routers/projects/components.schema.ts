import { z } from 'zod'
import { MAX_SHEET_BYTES } from '../../src/formats/spreadsheet/sheet.ts'
import { bodyId, lookupId, text, Toast, upload } from '../../src/procedures/schemas/shapes.ts'
import { DOCUMENT_TYPES } from '../../src/vocabulary.ts'
import { ComponentBrief } from '../components/read/component-rows.schema.ts'
import { content } from '../components/record.schema.ts'

/** Creates a component from SRGs, from another component, or as an overlay (rule C-24). */
export const NewComponent = z
  .object({
    ...content,
    document_type: z.enum(DOCUMENT_TYPES).optional().meta({
      description: '`stig` by default. A STIG is based on SRGs that are not core.',
    }),
    security_requirements_guide_id: bodyId.optional(),
    declared_source_srg_ids: z.array(bodyId).max(100).optional(),
    requirement_selections: z.record(text(20), z.array(text(255)).max(10_000)).optional(),
    duplicate: z.boolean().optional().meta({ description: 'Create a copy of the component `id`.' }),
    copy_component: z.boolean().optional(),
    id: lookupId.nullable().optional().meta({ description: 'Id of the component to copy.' }),
    component_id: lookupId
      .nullable()
      .optional()
      .meta({ description: 'Id of the released component to base an overlay on.' }),
    file: upload(MAX_SHEET_BYTES).optional(),
  })
  .meta({ id: 'NewComponent' })
export type NewComponent = z.infer<typeof NewComponent>

export const ComponentCreated = z
  .object({ toast: Toast, component: ComponentBrief, warnings: z.array(z.string()) })
  .meta({ id: 'ComponentCreated' })
