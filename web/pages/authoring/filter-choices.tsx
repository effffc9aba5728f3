import { memo } from 'react'
import { statusesOf, type DocumentType } from '../../../src/vocabulary.ts'
import { Select, type Option } from '../../kit/select.tsx'
import { familyLabel, SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'
import type { Filters } from './search.ts'

const ANY = 'any'
const SEVERITY_OPTIONS = [
  { value: 'high', words: SEVERITY_LABELS.high },
  { value: 'medium', words: SEVERITY_LABELS.medium },
  { value: 'low', words: SEVERITY_LABELS.low },
] as const
const LOCK_OPTIONS = [
  { value: 'true', words: 'Locked' },
  { value: 'false', words: 'Open' },
] as const
const REVIEW_OPTIONS = [
  { value: 'requested', words: 'Review requested' },
  { value: 'changes', words: 'Changes requested' },
] as const
const COMMENT_OPTIONS = [
  { value: 'open', words: 'Open comments' },
  { value: 'none', words: 'None open' },
] as const
const GROUP_OPTIONS = [
  { value: 'status', words: 'By status' },
  { value: 'severity', words: 'By severity' },
  { value: 'family', words: 'By family' },
] as const
const BY_PARENT = { value: 'parent', words: 'By parent' } as const

/** Lists to choose from: going to another requirement, which changes none of them, does not render them again. */
export const FilterChoices = memo(function FilterChoices({
  filters,
  type,
  families,
  onFilter,
}: {
  filters: Filters
  type: DocumentType
  families: readonly string[]
  onFilter: (change: Partial<Filters>) => void
}) {
  const one = <K extends keyof Filters>(
    name: K,
    label: string,
    options: readonly Option<Extract<Filters[K], string>>[],
  ) => (
    <Select<string>
      label={label}
      labelled={false}
      value={String(filters[name] || ANY)}
      options={[{ value: ANY, words: label }, ...options]}
      onChange={(value) => onFilter({ [name]: value !== ANY ? value : name === 'family' ? '' : null })}
    />
  )
  return (
    <>
      {one(
        'status',
        'Any status',
        statusesOf(type).map((value) => ({ value, words: STATUS_STYLES[value].words })),
      )}
      {one('rule_severity', 'Any severity', SEVERITY_OPTIONS)}
      {one('locked', 'Locked or open', LOCK_OPTIONS)}
      {one('review', 'Any review', REVIEW_OPTIONS)}
      {one('comments', 'Any comments', COMMENT_OPTIONS)}
      {families.length > 1 && one('family', 'Any family', familyOptions(families, filters.family))}
      {one('group', 'No groups', type === 'stig' ? [...GROUP_OPTIONS, BY_PARENT] : GROUP_OPTIONS)}
    </>
  )
})

function familyOptions(families: readonly string[], filter: string): Option<string>[] {
  return [
    // Several come by an address only.
    ...(filter.includes(',') ? [{ value: filter, words: filter }] : []),
    ...families.map((value) => ({ value, words: `${value} ${familyLabel(value)}` })),
  ]
}
