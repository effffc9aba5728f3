import { RULE_STATUSES, SEVERITIES } from '../../../src/vocabulary.ts'
import { anyOf, oneOf, words, type SearchOf } from '../../app/search.ts'

/** The columns of the table that one may leave out; number and title always stand. */
export const OPTIONAL_COLUMNS = ['status', 'severity', 'lock', 'review', 'comments', 'srg'] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]

export const SORTS = ['number', 'title', 'status', 'severity', 'comments'] as const

/** What the table and the navigator beside the editor are narrowed by; it stands in the address. */
export const FILTERS = {
  q: words(200),
  status: oneOf(RULE_STATUSES, null),
  rule_severity: oneOf(SEVERITIES, null),
  locked: oneOf(['true', 'false'], null),
  review: oneOf(['requested', 'changes'], null),
  comments: oneOf(['open', 'none'], null),
  /** Changed since one's last visit, which this browser knows. */
  changed: oneOf(['visit'], null),
  /** Families of controls, such as `AC`; several are joined by commas. */
  family: words(100),
  group: oneOf(['status', 'severity', 'family', 'parent'], null),
  sort: oneOf(SORTS, 'number'),
  order: oneOf(['asc', 'desc'], 'asc'),
  /** The optional columns that are shown; none named are all. */
  cols: anyOf(OPTIONAL_COLUMNS),
}
export type Filters = SearchOf<typeof FILTERS>
