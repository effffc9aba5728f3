import { defineEntity, p } from '@mikro-orm/core'
import { searchWords, wordsIndex } from './columns.ts'
import { StigRule } from './stig-rule.ts'

const StigRuleWordsSchema = defineEntity({
  name: 'StigRuleWords',
  tableName: 'stig_rule_words',
  properties: {
    stigRuleId: () =>
      p.manyToOne(StigRule).mapToPk().primary().fieldName('stig_rule_id').deleteRule('cascade'),
    ...searchWords(),
    /** In lower case, for the search by parts of words. */
    checkText: p.text(),
  },
  indexes: [wordsIndex('stig_rule_words', ['identifiers', 'check_text'])],
})

/** What the search knows of a rule of a catalog STIG. */
export class StigRuleWords extends StigRuleWordsSchema.class {}
StigRuleWordsSchema.setClass(StigRuleWords)
