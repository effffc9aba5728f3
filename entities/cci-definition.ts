import { defineEntity, p } from '@mikro-orm/core'
import type { CciReference } from '../src/vocabulary.ts'
import { ReferenceDocument } from './reference-document.ts'

const CciDefinitionSchema = defineEntity({
  name: 'CciDefinition',
  tableName: 'cci_definitions',
  properties: {
    cci: p.text().primary(),
    documentId: () => p.manyToOne(ReferenceDocument).mapToPk().fieldName('document_id').deleteRule('cascade'),
    status: p.text().nullable(),
    published: p.text().nullable(),
    contributor: p.text().nullable(),
    definition: p.text().nullable(),
    types: p.array(),
    parameter: p.text().nullable(),
    note: p.text().nullable(),
    references: p.json<CciReference[]>(),
    /** The control without its item, such as AC-2 (1); null if the CCI refers to no control. */
    baseControl: p.text().nullable(),
    control: p.text().nullable(),
    /** The revision of SP 800-53 that has the control. */
    revision: p.text().nullable(),
  },
  indexes: [
    { name: 'cci_definitions_document_id', properties: ['documentId'] },
    { name: 'cci_definitions_base_control', properties: ['baseControl'] },
  ],
})

/** An entry of the uploaded CCI list (rule C-98). */
export class CciDefinition extends CciDefinitionSchema.class {}
CciDefinitionSchema.setClass(CciDefinition)
