import { RULE_STATUSES, SEVERITIES } from '../../../src/vocabulary.ts'
import { enumListField, enumField, textField, type SearchOf } from '../../app/search.ts'

/** The optional columns of the table; number and title are always shown. */
export const OPTIONAL_COLUMNS = ['status', 'severity', 'lock', 'review', 'comments', 'srg'] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]

export const SORTS = ['number', 'title', 'status', 'severity', 'comments'] as const

/** The filter of the table and the navigator; it is in the address. */
export const FILTERS = {
  q: textField(200),
  status: enumField(RULE_STATUSES, null),
  rule_severity: enumField(SEVERITIES, null),
  locked: enumField(['true', 'false'], null),
  review: enumField(['requested', 'changes'], null),
  comments: enumField(['open', 'none'], null),
  /** Changed since the user's last visit, which this browser stores. */
  changed: enumField(['visit'], null),
  /** Control families, such as `AC`, separated by commas. */
  family: textField(100),
  group: enumField(['status', 'severity', 'family', 'parent'], null),
  sort: enumField(SORTS, 'number'),
  order: enumField(['asc', 'desc'], 'asc'),
  /** The visible optional columns; empty means all. */
  cols: enumListField(OPTIONAL_COLUMNS),
}
export type Filters = SearchOf<typeof FILTERS>
