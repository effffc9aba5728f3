import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, updatedAt } from './columns.ts'
import { Rule } from './rule.ts'

const RuleDescriptionSchema = defineEntity({
  name: 'RuleDescription',
  tableName: 'rule_descriptions',
  properties: {
    id: id(),
    rule: () => p.manyToOne(Rule).fieldName('rule_id').deleteRule('cascade'),
    description: p.text().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [{ name: 'rule_descriptions_rule_id', properties: ['rule', 'id'] }],
})

/** A free description beside the DISA one (components 2.5). */
export class RuleDescription extends RuleDescriptionSchema.class {}
RuleDescriptionSchema.setClass(RuleDescription)
