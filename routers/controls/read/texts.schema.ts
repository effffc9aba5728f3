import { z } from 'zod'
import { ReferenceDocumentView } from '../../reference-documents/read/reference-documents.schema.ts'

const StatementLine = z.object({
  label: z.string().nullable().meta({ description: 'Label of an item, such as a. or (1).' }),
  level: z.int().meta({ description: 'Depth of the item, from 0.' }),
  text: z.string().meta({ description: 'Text of the item.' }),
})

const ControlTextView = z
  .object({
    control: z.string().meta({ description: 'The control, such as AC-2 (1).' }),
    family: z.string().nullable().meta({ description: 'Title of its family.' }),
    title: z.string().meta({ description: 'Its title.' }),
    withdrawn: z.boolean().meta({ description: 'Whether NIST withdrew it.' }),
    successors: z.array(z.string()).meta({ description: 'Controls that contain a withdrawn one.' }),
    statement: z.array(StatementLine).meta({
      description:
        'Its statement. Parameters are resolved, as in `[Assignment: organization-defined frequency]`.',
    }),
    guidance: z.string().nullable().meta({ description: 'Its discussion or supplemental guidance.' }),
  })
  .meta({ id: 'ControlText' })

const CciReferenceView = z.object({
  creator: z.string().nullable().meta({ description: 'The publisher, such as NIST.' }),
  title: z.string().nullable().meta({ description: 'The publication, such as NIST SP 800-53 Revision 5.' }),
  version: z.string().nullable().meta({ description: 'Its version or revision.' }),
  location: z.string().nullable().meta({ description: 'Where it was published; unchecked text.' }),
  index: z.string().nullable().meta({ description: 'Its part, such as AC-2 (1).' }),
})

const CciView = z
  .object({
    cci: z.string().meta({ description: 'The CCI, such as CCI-000054.' }),
    control: z.string().nullable().meta({ description: 'The control that it belongs to.' }),
    control_source: z
      .enum(['built_in', 'cci_list'])
      .nullable()
      .meta({ description: 'Whether the service or the uploaded list maps it to that control.' }),
    control_revision: z.string().nullable().meta({
      description:
        'Revision of NIST SP 800-53 that the list maps it to; null for the mapping of the service.',
    }),
    listed: z
      .boolean()
      .meta({ description: 'Whether the uploaded list has it; without, its texts are null.' }),
    definition: z.string().nullable().meta({ description: 'What it requires.' }),
    status: z.string().nullable().meta({ description: 'Such as draft or deprecated.' }),
    types: z.array(z.string()).meta({ description: 'Such as policy or technical.' }),
    published: z.string().nullable().meta({ description: 'Date, as the list writes it.' }),
    contributor: z.string().nullable().meta({ description: 'The organization that wrote it.' }),
    parameter: z.string().nullable().meta({ description: 'Value that an organization chooses.' }),
    note: z.string().nullable().meta({ description: 'Remark of the list.' }),
    references: z.array(CciReferenceView).meta({ description: 'All publications that it refers to.' }),
  })
  .meta({ id: 'Cci' })

/** The texts of CCIs and of their controls (rule C-98). */
export const ControlTexts = z
  .object({
    controls: z.array(ControlTextView).meta({ description: 'Controls that the uploaded catalog has.' }),
    ccis: z.array(CciView).meta({ description: 'The CCIs that were looked for.' }),
    reference_documents: z.array(ReferenceDocumentView).meta({
      description: 'The documents that the texts are from.',
    }),
  })
  .meta({ id: 'ControlTexts' })
