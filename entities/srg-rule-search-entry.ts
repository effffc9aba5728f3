import { defineEntity, p } from '@mikro-orm/core'
import { searchColumns, searchIndex } from './columns.ts'
import { SrgRule } from './srg-rule.ts'

const SrgRuleSearchEntrySchema = defineEntity({
  name: 'SrgRuleSearchEntry',
  tableName: 'srg_rule_search_index',
  properties: {
    srgRuleId: () => p.manyToOne(SrgRule).mapToPk().primary().fieldName('srg_rule_id').deleteRule('cascade'),
    ...searchColumns(),
    /** Lowercase, for substring search. */
    checkText: p.text(),
  },
  indexes: [searchIndex('srg_rule_search_index', ['identifiers', 'check_text'])],
})

/** The search index entry of a catalog SRG rule. */
export class SrgRuleSearchEntry extends SrgRuleSearchEntrySchema.class {}
SrgRuleSearchEntrySchema.setClass(SrgRuleSearchEntry)
