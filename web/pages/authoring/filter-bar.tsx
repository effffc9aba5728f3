import { memo, useRef, type ReactNode, type Ref } from 'react'
import { statusesOf, type DocumentType } from '../../../src/vocabulary.ts'
import { useKeys } from '../../app/use-keys.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { SearchField } from '../../kit/field.tsx'
import { Filters as FilterRow } from '../../kit/filters.tsx'
import { Select, type Option } from '../../kit/select.tsx'
import type { Filters } from './search.ts'
import { familyLabel, SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'

const ANY = 'any'
/** The choices that narrow; grouping only orders. */
const CHOICES = ['status', 'rule_severity', 'locked', 'review', 'comments', 'family'] as const

/** What narrows the requirements; each choice stands in the address. */
export function FilterBar({
  filters,
  onFilter,
  type,
  families,
  found,
  all,
  isReading = false,
  children,
}: {
  filters: Filters
  onFilter: (change: Partial<Filters>) => void
  type: DocumentType
  /** The families of controls that there are. */
  families: readonly string[]
  found: number
  all: number
  /** Others are on their way, so that what fits is not known yet. */
  isReading?: boolean
  children?: ReactNode
}) {
  const line = useRef<HTMLInputElement>(null)
  useKeys({ filter: () => line.current?.focus() })
  const change = useEventCallback(onFilter)
  return (
    <FilterRow
      label="Filter requirements"
      set={CHOICES.filter((name) => filters[name] !== null && filters[name] !== '').length}
      choices={families.length > 1 ? 7 : 6}
      search={<Words value={filters.q} onFilter={change} ref={line} />}
      end={
        <>
          <span className="small muted" role="status">
            {found === all ? all : `${found} of ${all}`}
            {isReading && ' so far'}
          </span>
          {children}
        </>
      }
    >
      <Choices filters={filters} type={type} families={families} onFilter={change} />
    </FilterRow>
  )
}

const Words = memo(function Words({
  value,
  onFilter,
  ref,
}: {
  value: string
  onFilter: (change: Partial<Filters>) => void
  ref: Ref<HTMLInputElement>
}) {
  return (
    <SearchField
      label="Filter requirements"
      placeholder="Filter requirements"
      value={value}
      onChange={(q) => onFilter({ q })}
      ref={ref}
    />
  )
})

/** Lists to choose from: going to another requirement, which changes none of them, does not render them again. */
const Choices = memo(function Choices({
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
      {one('rule_severity', 'Any severity', [
        { value: 'high', words: SEVERITY_LABELS.high },
        { value: 'medium', words: SEVERITY_LABELS.medium },
        { value: 'low', words: SEVERITY_LABELS.low },
      ])}
      {one('locked', 'Locked or open', [
        { value: 'true', words: 'Locked' },
        { value: 'false', words: 'Open' },
      ])}
      {one('review', 'Any review', [
        { value: 'requested', words: 'Review requested' },
        { value: 'changes', words: 'Changes requested' },
      ])}
      {one('comments', 'Any comments', [
        { value: 'open', words: 'Open comments' },
        { value: 'none', words: 'None open' },
      ])}
      {families.length > 1 &&
        one('family', 'Any family', [
          // Several come by an address only.
          ...(filters.family.includes(',') ? [{ value: filters.family, words: filters.family }] : []),
          ...families.map((value) => ({ value, words: `${value} ${familyLabel(value)}` })),
        ])}
      {one('group', 'No groups', [
        { value: 'status', words: 'By status' },
        { value: 'severity', words: 'By severity' },
        { value: 'family', words: 'By family' },
        ...(type === 'stig' ? [{ value: 'parent', words: 'By parent' } as const] : []),
      ])}
    </>
  )
})
