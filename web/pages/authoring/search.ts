import { RULE_STATUSES, SEVERITIES } from '../../../src/vocabulary.ts'
import { createEnumListField, createEnumField, createTextField, type SearchValues } from '../../app/search.ts'

/** The optional columns of the table; number and title are always shown. */
export const OPTIONAL_COLUMNS = ['status', 'severity', 'lock', 'review', 'comments', 'srg'] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]

export const SORTS = ['number', 'title', 'status', 'severity', 'comments'] as const

/** The filter of the table and the navigator; it is in the address. */
export const FILTERS = {
  q: createTextField(200),
  status: createEnumField(RULE_STATUSES, null),
  rule_severity: createEnumField(SEVERITIES, null),
  locked: createEnumField(['true', 'false'], null),
  review: createEnumField(['requested', 'changes'], null),
  comments: createEnumField(['open', 'none'], null),
  /** Changed since the user's last visit, which this browser stores. */
  changed: createEnumField(['visit'], null),
  /** Control families, such as `AC`, separated by commas. */
  family: createTextField(100),
  group: createEnumField(['status', 'severity', 'family', 'parent'], null),
  sort: createEnumField(SORTS, 'number'),
  order: createEnumField(['asc', 'desc'], 'asc'),
  /** The visible optional columns; empty means all. */
  cols: createEnumListField(OPTIONAL_COLUMNS),
}
export type Filters = SearchValues<typeof FILTERS>
