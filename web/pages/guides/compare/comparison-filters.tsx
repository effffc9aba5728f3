import { Select } from '../../../kit/select.tsx'
import type { Guide } from '../families.ts'
import {
  CHANGE_KINDS,
  COMPARED_FIELDS,
  FIELD_LABELS,
  type ChangeKind,
  type ComparedField,
  type ComparisonSearch,
} from './comparison-search.ts'
import styles from './compare.module.css'

const CHANGE_OPTIONS = [
  { value: 'all', words: 'All changes' },
  { value: 'added', words: 'Added rules' },
  { value: 'removed', words: 'Removed rules' },
  { value: 'updated', words: 'Changed rules' },
] as const
const FIELD_OPTIONS = [
  { value: 'all', words: 'Any field' },
  ...COMPARED_FIELDS.map((field) => ({ value: field, words: FIELD_LABELS[field] })),
]

/** Which two releases are compared, and which of their changes are shown. */
export function ComparisonFilters({
  releases,
  search,
  onSearch,
}: {
  releases: readonly Guide[]
  search: ComparisonSearch
  onSearch: (next: Partial<ComparisonSearch>) => void
}) {
  const options = releases.map(({ id, version, draft }) => ({
    value: String(id),
    words: draft ? `${version} (draft)` : version,
  }))
  return (
    <div className={styles['filters']}>
      <Select
        label="From release"
        options={options}
        value={String(search.base_id ?? '')}
        onChange={(value) => onSearch({ base_id: Number(value) })}
      />
      <Select
        label="To release"
        options={options}
        value={String(search.diff_id ?? '')}
        onChange={(value) => onSearch({ diff_id: Number(value) })}
      />
      <Select
        label="Changes"
        options={CHANGE_OPTIONS}
        value={search.change ?? 'all'}
        onChange={(value) => onSearch({ change: toChange(value) })}
      />
      <Select
        label="Field"
        options={FIELD_OPTIONS}
        value={search.field ?? 'all'}
        onChange={(value) => onSearch({ field: toField(value) })}
      />
    </div>
  )
}

function toChange(value: string): ChangeKind | null {
  return CHANGE_KINDS.find((kind) => kind === value) ?? null
}

function toField(value: string): ComparedField | null {
  return COMPARED_FIELDS.find((field) => field === value) ?? null
}
