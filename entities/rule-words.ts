import { defineEntity, p } from '@mikro-orm/core'
import { searchWords, wordsIndex } from './columns.ts'

const RuleWordsSchema = defineEntity({
  name: 'RuleWords',
  tableName: 'rule_words',
  properties: {
    ruleId: p.integer().primary().autoincrement(false),
    ...searchWords(),
  },
  indexes: [wordsIndex('rule_words', ['identifiers'])],
})

/**
 * What the search knows of a requirement, checks and descriptions included; title words weigh more. No foreign key:
 * whoever stores words would lock requirements, and people who write them would wait.
 */
export class RuleWords extends RuleWordsSchema.class {}
RuleWordsSchema.setClass(RuleWords)
