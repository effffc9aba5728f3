import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, disaTexts, id, updatedAt } from './columns.ts'
import { Rule } from './rule.ts'

const DisaDescriptionSchema = defineEntity({
  name: 'DisaDescription',
  tableName: 'disa_descriptions',
  properties: {
    id: id(),
    rule: () => p.manyToOne(Rule).fieldName('rule_id').deleteRule('cascade'),
    ...disaTexts(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [{ name: 'disa_descriptions_rule_id', properties: ['rule', 'id'] }],
})

/** The DISA description of a requirement: discussion, mitigations and the rest (components 2.5). */
export class DisaDescription extends DisaDescriptionSchema.class {}
DisaDescriptionSchema.setClass(DisaDescription)
