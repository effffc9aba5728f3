import { defineEntity, p } from '@mikro-orm/core'
import { createdAt } from './columns.ts'
import { Stig } from './stig.ts'

const StigDocumentSchema = defineEntity({
  name: 'StigDocument',
  tableName: 'stig_documents',
  properties: {
    stigId: () => p.manyToOne(Stig).mapToPk().primary().fieldName('stig_id').deleteRule('cascade'),
    xml: p.blob(),
    createdAt: createdAt(),
  },
})

/** The uploaded XML of a catalog STIG, byte for byte (rule C-7). It has its own table, so that lists never read it. */
export class StigDocument extends StigDocumentSchema.class {}
StigDocumentSchema.setClass(StigDocument)
