import { defineEntity, p } from '@mikro-orm/core'

const SearchReindexEntrySchema = defineEntity({
  name: 'SearchReindexEntry',
  tableName: 'search_reindex_queue',
  properties: {
    kind: p.enum(['rule', 'srg', 'stig'] as const).primary(),
    recordId: p.integer().primary(),
    /** Id of the transaction that made the change. */
    transactionId: p.bigint('number').primary(),
  },
})

/**
 * Queues a requirement or guide whose search index entries are missing or outdated; triggers write it with the change.
 * There is no foreign key, so that writing it is cheap; readers skip deleted records.
 */
export class SearchReindexEntry extends SearchReindexEntrySchema.class {}
SearchReindexEntrySchema.setClass(SearchReindexEntry)
