import { defineEntity, p } from '@mikro-orm/core'
import { searchWords, wordsIndex } from './columns.ts'
import { SrgRule } from './srg-rule.ts'

const SrgRuleWordsSchema = defineEntity({
  name: 'SrgRuleWords',
  tableName: 'srg_rule_words',
  properties: {
    srgRuleId: () => p.manyToOne(SrgRule).mapToPk().primary().fieldName('srg_rule_id').deleteRule('cascade'),
    ...searchWords(),
    /** In lower case, for the search by parts of words. */
    checkText: p.text(),
  },
  indexes: [wordsIndex('srg_rule_words', ['identifiers', 'check_text'])],
})

/** What the search knows of a rule of a catalog SRG. */
export class SrgRuleWords extends SrgRuleWordsSchema.class {}
SrgRuleWordsSchema.setClass(SrgRuleWords)
