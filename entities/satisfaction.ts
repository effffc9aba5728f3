import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id } from './columns.ts'
import { Component } from './component.ts'
import { Rule } from './rule.ts'
import { satisfactionComponentTrigger, createReleasedContentTriggers } from './triggers.ts'

const SatisfactionSchema = defineEntity({
  name: 'Satisfaction',
  tableName: 'satisfactions',
  properties: {
    id: id(),
    /** The child. */
    ruleId: () => p.manyToOne(Rule).mapToPk().fieldName('rule_id').deleteRule('cascade'),
    /** The parent. */
    satisfiedByRuleId: () =>
      p.manyToOne(Rule).mapToPk().fieldName('satisfied_by_rule_id').deleteRule('cascade'),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'satisfactions_unique', properties: ['ruleId', 'satisfiedByRuleId'] }],
  indexes: [
    { name: 'satisfactions_satisfied_by_rule_id', properties: ['satisfiedByRuleId', 'ruleId'] },
    { name: 'satisfactions_component_id', properties: ['componentId'] },
  ],
  checks: [{ name: 'satisfactions_not_self', expression: 'rule_id <> satisfied_by_rule_id' }],
  triggers: [...createReleasedContentTriggers('satisfactions', 'component_id'), satisfactionComponentTrigger],
})

/** One requirement (the child) is satisfied by another one of its component (rule C-55). */
export class Satisfaction extends SatisfactionSchema.class {}
SatisfactionSchema.setClass(Satisfaction)
