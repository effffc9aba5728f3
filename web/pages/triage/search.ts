import { SECTION_KEYS, TRIAGE_STATUSES, type TriageStatus } from '../../../src/vocabulary.ts'
import {
  createEnumListField,
  createDateField,
  createIdField,
  createEnumField,
  readSearch,
  createTextField,
  type SearchValues,
} from '../../app/search.ts'

export const VIEWS = ['queue', 'requirement', 'clusters', 'table'] as const
export type View = (typeof VIEWS)[number]

/** The sort order: by requirement, by age, or by due date. */
export const SORTS = ['rule', 'newest', 'oldest', 'due'] as const
export type Sort = (typeof SORTS)[number]

/** The filter of the triaged comments, with the API's names; it is in the address. */
export const TRIAGE_SEARCH = {
  triage_status: createEnumField([...TRIAGE_STATUSES, 'all'], 'pending'),
  /** Several values instead of one. */
  triage_statuses: createEnumListField(TRIAGE_STATUSES),
  section: createEnumField([...SECTION_KEYS, 'none'], null),
  assignee_id: createTextField(10),
  author_id: createIdField(),
  q: createTextField(200),
  resolved: createEnumField(['true', 'false'], null),
  overdue: createEnumField(['true', 'false'], null),
  commenter_replied: createEnumField(['true', 'false'], null),
  rule_id: createIdField(),
  created_from: createDateField(),
  created_to: createDateField(),
  sort: createEnumField(SORTS, 'rule'),
  view: createEnumField(VIEWS, 'queue'),
  comment: createIdField(),
}
export type TriageSearch = SearchValues<typeof TRIAGE_SEARCH>

/** The query without the view and the selected comment. */
export type TriageFilter = Omit<TriageSearch, 'view' | 'comment'>

/** Returns the filter of an address, without view and selected comment. */
export function toFilter(search: TriageSearch): TriageFilter {
  const { view: _view, comment: _comment, ...filter } = search
  return filter
}

/** A filter that excludes nothing. */
export const EVERYTHING: TriageFilter = toFilter(readSearch(TRIAGE_SEARCH, { triage_status: 'all' }))

/** Returns the decisions that a filter includes; an empty list means all. */
export function listStatuses({
  triage_status: status,
  triage_statuses: several,
}: TriageFilter): readonly TriageStatus[] {
  if (several.length > 0) return several
  return status === 'all' ? [] : [status]
}

/** Converts decisions to the address; an empty or complete list means any. */
export function toStatusSearch(statuses: readonly TriageStatus[]) {
  const [first, ...others] = TRIAGE_STATUSES.filter((status) => statuses.includes(status))
  if (first === undefined || statuses.length === TRIAGE_STATUSES.length) {
    return { triage_status: 'all' as const, triage_statuses: [] }
  }
  if (others.length === 0) return { triage_status: first, triage_statuses: [] }
  return { triage_status: 'pending' as const, triage_statuses: [first, ...others] }
}

/** Converts the filter to the service's input, without the order and unset values. */
export function toListInput(filter: TriageFilter) {
  const { triage_status, triage_statuses, section, author_id, q, resolved } = filter
  const { assignee_id, overdue, commenter_replied, created_from, created_to } = filter
  return {
    ...(triage_statuses.length > 0 ? { triage_statuses: [...triage_statuses] } : { triage_status }),
    ...(section === null ? {} : { section }),
    ...(author_id === null ? {} : { author_id }),
    ...(q.trim() === '' ? {} : { q }),
    ...(resolved === null ? {} : { resolved }),
    ...(/^(none|\d+)$/.test(assignee_id) ? { assignee_id } : {}),
    ...(overdue === null ? {} : { overdue: overdue === 'true' }),
    ...(commenter_replied === null ? {} : { commenter_replied: commenter_replied === 'true' }),
    ...(created_from === null ? {} : { created_from }),
    ...(created_to === null ? {} : { created_to }),
  }
}

/** Counts the choices that differ from the default queue of pending comments. */
export function setIn(filter: TriageFilter): number {
  const { triage_status: status, triage_statuses: several, q: _, sort: __, ...others } = filter
  const { created_from: from, created_to: to, ...rest } = others
  const set = Object.values(rest).filter((value) => value !== null && value !== '')
  const dated = from !== null || to !== null
  return set.length + Number(status !== 'pending' || several.length > 0) + Number(dated)
}
