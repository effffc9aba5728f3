import { defineEntity, p } from '@mikro-orm/core'
import { REFERENCE_KINDS } from '../src/vocabulary.ts'
import { id, time } from './columns.ts'
import { User } from './user.ts'

const ReferenceDocumentSchema = defineEntity({
  name: 'ReferenceDocument',
  tableName: 'reference_documents',
  properties: {
    id: id(),
    kind: p.enum(REFERENCE_KINDS).unique('reference_documents_kind_unique'),
    title: p.text().nullable(),
    version: p.text().nullable(),
    /** As the document writes it. */
    published: p.text().nullable(),
    filename: p.text(),
    entriesCount: p.integer(),
    uploadedById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('uploaded_by_id').deleteRule('set null'),
    uploadedAt: time(),
  },
  indexes: [{ name: 'reference_documents_uploaded_by_id', properties: ['uploadedById'] }],
})

/** The current CCI list or catalog of controls (rule C-98); another upload of that kind replaces it. */
export class ReferenceDocument extends ReferenceDocumentSchema.class {}
ReferenceDocumentSchema.setClass(ReferenceDocument)
