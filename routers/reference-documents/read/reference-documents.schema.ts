import { z } from 'zod'
import { instant, Toast } from '../../../src/procedures/schemas/shapes.ts'
import { REFERENCE_KINDS } from '../../../src/vocabulary.ts'

export const ReferenceKindSchema = z
  .enum(REFERENCE_KINDS)
  .meta({ description: '`cci_list`: DISA’s CCI list; `control_catalog`: the catalog of NIST SP 800-53.' })

/** An uploaded reference document (rule C-98). */
export const ReferenceDocumentView = z
  .object({
    kind: ReferenceKindSchema,
    title: z.string().nullable().meta({ description: 'Title of the catalog; null for the CCI list.' }),
    version: z.string().nullable().meta({ description: 'Version that the document states.' }),
    published: z
      .string()
      .nullable()
      .meta({ description: 'Date or time of publication, as the document writes it.' }),
    filename: z.string().meta({ description: 'Name of the uploaded file.' }),
    entries_count: z.int().meta({ description: 'Number of CCIs, or of controls and enhancements.' }),
    uploaded_at: instant.meta({ description: 'When it was uploaded.' }),
    uploaded_by: z.string().nullable().meta({
      description:
        'Name of the person who uploaded it; null if the account was deleted, and for everyone but system administrators.',
    }),
  })
  .meta({ id: 'ReferenceDocument' })

export const ReferenceDocuments = z
  .object({
    reference_documents: z.array(ReferenceDocumentView).meta({ description: 'At most one per kind.' }),
  })
  .meta({ id: 'ReferenceDocuments' })

const ReplacedDocument = ReferenceDocumentView.pick({
  version: true,
  published: true,
  filename: true,
  entries_count: true,
}).meta({ id: 'ReplacedDocument' })

export const ReferenceDocumentUploaded = z
  .object({
    toast: Toast,
    reference_document: ReferenceDocumentView.describe('The stored document.'),
    replaced: ReplacedDocument.nullable().meta({
      description: 'The document that it replaces; null for the first one of its kind.',
    }),
  })
  .meta({ id: 'ReferenceDocumentUploaded' })
