import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, jsonObject, type ReferenceData, updatedAt } from './columns.ts'
import { Rule } from './rule.ts'

const RuleReferenceSchema = defineEntity({
  name: 'RuleReference',
  tableName: 'rule_references',
  properties: {
    id: id(),
    rule: () => p.manyToOne(Rule).fieldName('rule_id').deleteRule('cascade'),
    data: jsonObject<ReferenceData>(() => ({})),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [{ name: 'rule_references_rule_id', properties: ['rule', 'id'] }],
})

/** The Dublin Core reference of a requirement: stored and archived, never answered (components 2.5). */
export class RuleReference extends RuleReferenceSchema.class {}
RuleReferenceSchema.setClass(RuleReference)
