import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, updatedAt } from './columns.ts'
import { Rule } from './rule.ts'

const RuleCheckSchema = defineEntity({
  name: 'RuleCheck',
  tableName: 'rule_checks',
  properties: {
    id: id(),
    rule: () => p.manyToOne(Rule).fieldName('rule_id').deleteRule('cascade'),
    system: p.text().nullable(),
    contentRefName: p.text().nullable(),
    contentRefHref: p.text().nullable(),
    content: p.text().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [{ name: 'rule_checks_rule_id', properties: ['rule', 'id'] }],
})

/** How a requirement is verified (components 2.5). */
export class RuleCheck extends RuleCheckSchema.class {}
RuleCheckSchema.setClass(RuleCheck)
