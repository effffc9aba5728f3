import { memo } from 'react'
import { listAllowedStatuses, type DocumentType } from '../../../src/vocabulary.ts'
import { Select, type Option } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import { formatFamily, SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'
import type { Filters } from './search.ts'

const ANY_VALUE = 'any'
const SEVERITY_OPTIONS = [
  { value: 'high', label: SEVERITY_LABELS.high },
  { value: 'medium', label: SEVERITY_LABELS.medium },
  { value: 'low', label: SEVERITY_LABELS.low },
] as const
const LOCK_OPTIONS = [
  { value: 'true', label: t('Locked') },
  { value: 'false', label: t('Open') },
] as const
const REVIEW_OPTIONS = [
  { value: 'requested', label: t('Review requested') },
  { value: 'changes', label: t('Changes requested') },
] as const
const COMMENT_OPTIONS = [
  { value: 'open', label: t('Open comments') },
  { value: 'none', label: t('No open comments') },
] as const
const GROUP_OPTIONS = [
  { value: 'status', label: t('By status') },
  { value: 'severity', label: t('By severity') },
  { value: 'family', label: t('By family') },
] as const
const BY_PARENT = { value: 'parent', label: t('By satisfying requirement') } as const

/** The filter selects; memoized, because moving to another requirement does not change them. */
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
  const renderSelect = <K extends keyof Filters>(
    name: K,
    label: string,
    options: readonly Option<Extract<Filters[K], string>>[],
  ) => (
    <Select<string>
      label={label}
      labelled={false}
      value={String(filters[name] || ANY_VALUE)}
      options={[{ value: ANY_VALUE, label }, ...options]}
      onChange={(value) => onFilter({ [name]: value !== ANY_VALUE ? value : name === 'family' ? '' : null })}
    />
  )
  return (
    <>
      {renderSelect(
        'status',
        t('Any status'),
        listAllowedStatuses(type).map((value) => ({ value, label: STATUS_STYLES[value].label })),
      )}
      {renderSelect('rule_severity', t('Any severity'), SEVERITY_OPTIONS)}
      {renderSelect('locked', t('Any lock state'), LOCK_OPTIONS)}
      {renderSelect('review', t('Any review'), REVIEW_OPTIONS)}
      {renderSelect('comments', t('Any comments'), COMMENT_OPTIONS)}
      {families.length > 1 &&
        renderSelect('family', t('Any family'), listFamilyOptions(families, filters.family))}
      {renderSelect(
        'group',
        t('No grouping'),
        type === 'stig' ? [...GROUP_OPTIONS, BY_PARENT] : GROUP_OPTIONS,
      )}
    </>
  )
})

function listFamilyOptions(families: readonly string[], filter: string): Option<string>[] {
  return [
    // An address or a saved filter can name several families, or one without requirements.
    ...(filter !== '' && !families.includes(filter) ? [{ value: filter, label: filter }] : []),
    ...families.map((value) => ({ value, label: `${value} ${formatFamily(value)}` })),
  ]
}
