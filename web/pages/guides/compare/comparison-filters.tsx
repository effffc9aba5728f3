import { Select } from '../../../kit/select.tsx'
import { t } from '../../../languages/t.ts'
import type { Guide } from '../families.ts'
import {
  CHANGE_KINDS,
  COMPARED_FIELDS,
  FIELD_LABELS,
  type ChangeKind,
  type ComparedField,
  type ComparisonSearch,
} from './comparison-search.ts'
import styles from './comparison-filters.module.css'

const CHANGE_OPTIONS = [
  { value: 'all', label: t('All changes') },
  { value: 'added', label: t('Added rules') },
  { value: 'removed', label: t('Removed rules') },
  { value: 'updated', label: t('Changed rules') },
] as const
const FIELD_OPTIONS = [
  { value: 'all', label: t('Any field') },
  ...COMPARED_FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] })),
]

/** Chooses the two releases and filters their changes. */
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
    label: draft ? t('{version} (draft)', { version }) : version,
  }))
  return (
    <div className={styles['filters']}>
      <Select
        label={t('From release')}
        placeholder={t('Choose a release')}
        options={options}
        value={String(search.base_id ?? '')}
        onChange={(value) => onSearch({ base_id: Number(value) })}
      />
      <Select
        label={t('To release')}
        placeholder={t('Choose a release')}
        options={options}
        value={String(search.diff_id ?? '')}
        onChange={(value) => onSearch({ diff_id: Number(value) })}
      />
      <Select
        label={t('Changes')}
        options={CHANGE_OPTIONS}
        value={search.change ?? 'all'}
        onChange={(value) => onSearch({ change: toChange(value) })}
      />
      <Select
        label={t('Field')}
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
