import { defineEntity, p } from '@mikro-orm/core'
import { searchWords, wordsIndex } from './columns.ts'
import { Rule } from './rule.ts'

const RuleWordsSchema = defineEntity({
  name: 'RuleWords',
  tableName: 'rule_words',
  properties: {
    ruleId: () => p.manyToOne(Rule).mapToPk().primary().fieldName('rule_id').deleteRule('cascade'),
    ...searchWords(),
  },
  indexes: [wordsIndex('rule_words', ['identifiers'])],
})

/** What the search knows of a requirement, checks and descriptions included; title words weigh more. */
export class RuleWords extends RuleWordsSchema.class {}
RuleWordsSchema.setClass(RuleWords)
