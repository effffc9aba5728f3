import { defineEntity, p } from '@mikro-orm/core'
import { searchColumns, searchIndex } from './columns.ts'

const RuleSearchEntrySchema = defineEntity({
  name: 'RuleSearchEntry',
  tableName: 'rule_search_index',
  properties: {
    ruleId: p.integer().primary().autoincrement(false),
    ...searchColumns(),
  },
  indexes: [searchIndex('rule_search_index', ['identifiers'])],
})

/**
 * Search index entry of a requirement with its checks and descriptions; titles have a higher weight. No
 * foreign key, because the indexer would lock requirements and authors would wait.
 */
export class RuleSearchEntry extends RuleSearchEntrySchema.class {}
RuleSearchEntrySchema.setClass(RuleSearchEntry)
