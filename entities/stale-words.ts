import { defineEntity, p } from '@mikro-orm/core'

const StaleWordsSchema = defineEntity({
  name: 'StaleWords',
  tableName: 'stale_words',
  properties: {
    kind: p.enum(['rule', 'srg', 'stig'] as const).primary(),
    recordId: p.integer().primary(),
    /** The transaction that made the change. */
    writer: p.bigint('number').primary(),
  },
})

/**
 * Marks a requirement or a guide whose words for the search are missing or old; triggers write it with the change. No
 * foreign key: a mark costs its writer next to nothing, and whoever reads it finds out what is gone.
 */
export class StaleWords extends StaleWordsSchema.class {}
StaleWordsSchema.setClass(StaleWords)
