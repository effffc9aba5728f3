import { defineEntity, p } from '@mikro-orm/core'
import type { StatementLine } from '../src/vocabulary.ts'
import { ReferenceDocument } from './reference-document.ts'

const ControlTextSchema = defineEntity({
  name: 'ControlText',
  tableName: 'control_texts',
  properties: {
    control: p.text().primary(),
    documentId: () => p.manyToOne(ReferenceDocument).mapToPk().fieldName('document_id').deleteRule('cascade'),
    family: p.text().nullable(),
    title: p.text(),
    withdrawn: p.boolean(),
    /** Controls that contain a withdrawn one. */
    successors: p.array(),
    statement: p.json<StatementLine[]>(),
    guidance: p.text().nullable(),
  },
  indexes: [{ name: 'control_texts_document_id', properties: ['documentId'] }],
})

/** A control or an enhancement of the uploaded catalog of SP 800-53 (rule C-98). */
export class ControlText extends ControlTextSchema.class {}
ControlTextSchema.setClass(ControlText)
