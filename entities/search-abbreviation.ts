import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, updatedAt } from './columns.ts'
import { User } from './user.ts'

const SearchAbbreviationSchema = defineEntity({
  name: 'SearchAbbreviation',
  tableName: 'search_abbreviations',
  properties: {
    id: id(),
    abbreviation: p.text(),
    expansion: p.text(),
    createdById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('created_by_id').deleteRule('set null'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [
    {
      name: 'search_abbreviations_unique',
      expression:
        'create unique index "search_abbreviations_unique" on "search_abbreviations" (lower(abbreviation))',
    },
    { name: 'search_abbreviations_created_by_id', properties: ['createdById'] },
  ],
})

/** An abbreviation that search also expands (rule C-67). */
export class SearchAbbreviation extends SearchAbbreviationSchema.class {}
SearchAbbreviationSchema.setClass(SearchAbbreviation)
