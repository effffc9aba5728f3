import { memo, useRef, type ReactNode, type Ref } from 'react'
import { TRIAGE_STATUSES } from '../../../../src/vocabulary.ts'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { useKeys } from '../../../app/use-keys.ts'
import { Filters } from '../../../kit/filters.tsx'
import { SearchField } from '../../../kit/search-field.tsx'
import { SelectMany } from '../../../kit/select-many.tsx'
import { Select, type Option } from '../../../kit/select.tsx'
import { t } from '../../../languages/t.ts'
import { READING_ORDER, SECTION_LABELS } from '../../authoring/section-labels.ts'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import type { Person } from '../people.ts'
import { setIn, listStatuses, toStatusSearch, type Sort, type TriageFilter } from '../search.ts'
import { listPostedChoices } from './posted.ts'

const ANY_VALUE = 'any'
const NO_DAYS = { created_from: null, created_to: null }
const ORDERS: readonly Option<Sort>[] = [
  { value: 'rule', label: t('By requirement') },
  { value: 'newest', label: t('Newest first') },
  { value: 'oldest', label: t('Oldest first') },
  { value: 'due', label: t('By due date') },
]

/** The choices of a state, with their filters. */
const NO_STATE = { resolved: null, overdue: null, commenter_replied: null } as const
const STATES: readonly (Option<string> & {
  sets: Partial<TriageFilter>
  is: (filter: TriageFilter) => boolean
})[] = [
  {
    value: 'overdue',
    label: t('Overdue'),
    sets: { overdue: 'true' },
    is: ({ overdue }) => overdue === 'true',
  },
  {
    value: 'answered',
    label: t('Commenter answered'),
    sets: { commenter_replied: 'true' },
    is: ({ commenter_replied }) => commenter_replied === 'true',
  },
  {
    value: 'open',
    label: t('Open'),
    sets: { resolved: 'false' },
    is: ({ resolved }) => resolved === 'false',
  },
  {
    value: 'closed',
    label: t('Closed'),
    sets: { resolved: 'true' },
    is: ({ resolved }) => resolved === 'true',
  },
]

/** The filters of the queue; each choice is in the address. */
export const FilterBar = memo(function FilterBar({
  filter,
  sorts,
  people,
  onFilter,
  end,
}: {
  filter: TriageFilter
  /** Whether the view supports orders other than by requirement. */
  sorts: boolean
  people: readonly Person[]
  onFilter: (change: Partial<TriageFilter>) => void
  end: ReactNode
}) {
  const line = useRef<HTMLInputElement>(null)
  useKeys({ filter: () => line.current?.focus() })
  const change = useEventCallback(onFilter)
  return (
    <Filters
      label={t('Filter comments')}
      set={setIn(filter)}
      search={<Line value={filter.q} onFilter={change} ref={line} />}
      end={end}
    >
      <Choices filter={filter} sorts={sorts} people={people} onFilter={change} />
    </Filters>
  )
})

const Line = memo(function Line({
  value,
  onFilter,
  ref,
}: {
  value: string
  onFilter: (change: Partial<TriageFilter>) => void
  ref: Ref<HTMLInputElement>
}) {
  return (
    <SearchField
      label={t('Filter comments')}
      placeholder={t('Filter comments')}
      value={value}
      onChange={(q) => onFilter({ q })}
      ref={ref}
    />
  )
})

interface ChoicesProps {
  filter: TriageFilter
  sorts: boolean
  people: readonly Person[]
  onFilter: (change: Partial<TriageFilter>) => void
}

/** Seven selects; memoized, because a decision changes none of them. */
const Choices = memo(function Choices({ filter, sorts, people, onFilter }: ChoicesProps) {
  const common = { filter, onFilter }
  const triagers = people.filter(({ triages }) => triages)
  return (
    <>
      <SelectMany
        label={t('Decision')}
        none={t('Any decision')}
        values={listStatuses(filter)}
        options={TRIAGE_STATUSES.map((value) => ({ value, label: DISPOSITIONS[value].label }))}
        onChange={(values) => onFilter(toStatusSearch(values))}
      />
      <OneOf {...common} name="section" label={t('Any section')} options={SECTIONS} />
      <OneOf
        {...common}
        name="assignee_id"
        label={t('Any assignee')}
        options={[
          { value: 'none', label: t('Not assigned') },
          ...triagers.map(({ id, name }) => ({
            value: String(id),
            label: t('Assigned to {name}', { name }),
          })),
        ]}
      />
      <OneOf
        {...common}
        name="author_id"
        label={t('Any author')}
        options={people.map(({ id, name }) => ({ value: String(id), label: t('By {name}', { name }) }))}
      />
      <StateAndDay {...common} />
      {sorts && (
        <Select<Sort>
          label={t('Order')}
          labelled={false}
          value={filter.sort}
          options={ORDERS}
          onChange={(sort) => onFilter({ sort })}
        />
      )}
    </>
  )
})

const SECTIONS: readonly Option<string>[] = [
  ...READING_ORDER.map((value) => ({ value, label: SECTION_LABELS[value] })),
  { value: 'none', label: t('No section') },
]

/** A select of one value, or any. */
function OneOf({
  filter,
  onFilter,
  name,
  label,
  options,
}: Pick<ChoicesProps, 'filter' | 'onFilter'> & {
  name: 'section' | 'assignee_id' | 'author_id'
  label: string
  options: readonly Option<string>[]
}) {
  const value = filter[name]
  return (
    <Select<string>
      label={label}
      labelled={false}
      placeholder={t('Unknown person')}
      value={value === null || value === '' ? ANY_VALUE : String(value)}
      options={[{ value: ANY_VALUE, label }, ...options]}
      onChange={(chosen) => onFilter(toFilterChange(name, chosen === ANY_VALUE ? null : chosen))}
    />
  )
}

function StateAndDay({ filter, onFilter }: Pick<ChoicesProps, 'filter' | 'onFilter'>) {
  const posted = listPostedChoices(filter, new Date())
  return (
    <>
      <Select<string>
        label={t('State')}
        labelled={false}
        value={STATES.find(({ is }) => is(filter))?.value ?? ANY_VALUE}
        options={[{ value: ANY_VALUE, label: t('Any state') }, ...STATES]}
        onChange={(value) =>
          onFilter({ ...NO_STATE, ...STATES.find((state) => state.value === value)?.sets })
        }
      />
      <Select<string>
        label={t('Posted')}
        labelled={false}
        value={posted.value ?? ANY_VALUE}
        options={[{ value: ANY_VALUE, label: t('Any day') }, ...posted.choices]}
        onChange={(value) => onFilter(posted.choices.find((item) => item.value === value)?.sets ?? NO_DAYS)}
      />
    </>
  )
}

/** Converts a choice to a filter change: ids to numbers, others unchanged. */
function toFilterChange(name: keyof TriageFilter, value: string | null): Partial<TriageFilter> {
  if (name === 'assignee_id') return { assignee_id: value ?? '' }
  if (name === 'author_id') return { author_id: value === null ? null : Number(value) }
  if (name === 'section') {
    return { section: value === 'none' ? value : (READING_ORDER.find((key) => key === value) ?? null) }
  }
  return {}
}
