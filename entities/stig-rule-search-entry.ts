import { defineEntity, p } from '@mikro-orm/core'
import { searchColumns, searchIndex } from './columns.ts'
import { StigRule } from './stig-rule.ts'

const StigRuleSearchEntrySchema = defineEntity({
  name: 'StigRuleSearchEntry',
  tableName: 'stig_rule_search_index',
  properties: {
    stigRuleId: () =>
      p.manyToOne(StigRule).mapToPk().primary().fieldName('stig_rule_id').deleteRule('cascade'),
    ...searchColumns(),
    /** Lowercase, for substring search. */
    checkText: p.text(),
  },
  indexes: [searchIndex('stig_rule_search_index', ['identifiers', 'check_text'])],
})

/** The search index entry of a catalog STIG rule. */
export class StigRuleSearchEntry extends StigRuleSearchEntrySchema.class {}
StigRuleSearchEntrySchema.setClass(StigRuleSearchEntry)
