import { defineEntity, p } from '@mikro-orm/core'
import { createdAt } from './columns.ts'
import { Srg } from './component.ts'

const SrgDocumentSchema = defineEntity({
  name: 'SrgDocument',
  tableName: 'srg_documents',
  properties: {
    srgId: () => p.manyToOne(Srg).mapToPk().primary().fieldName('srg_id').deleteRule('cascade'),
    xml: p.blob(),
    createdAt: createdAt(),
  },
})

/** The uploaded XML of a catalog SRG, byte for byte (rule C-7). It has its own table, so that lists never read it. */
export class SrgDocument extends SrgDocumentSchema.class {}
SrgDocumentSchema.setClass(SrgDocument)
