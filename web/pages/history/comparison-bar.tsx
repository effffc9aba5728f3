import { Select } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import { formatTitle } from '../components/component-frame.tsx'
import { COMPARED_FIELDS, type ComparedField } from './history.route.ts'
import type { ComparedComponent } from './versions.ts'
import styles from './comparison-bar.module.css'

export const FIELD_LABELS: Record<ComparedField, string> = {
  title: t('Title'),
  vuln_discussion: t('Discussion'),
  check: t('Check'),
  fix: t('Fix'),
}

/** Chooses the component to compare with, and the field to show. */
export function ComparisonBar({
  components,
  base,
  field,
  onChange,
}: {
  components: readonly ComparedComponent[]
  base: number | null
  field: ComparedField | null
  onChange: (change: { base?: number | null; field?: ComparedField | null }) => void
}) {
  return (
    <div className={styles['bar']}>
      <Select
        label={t('Compared with')}
        options={[
          { value: '', label: t('Choose a component') },
          ...components.map((item) => ({ value: String(item.id), label: formatTitle(item) })),
        ]}
        value={base === null ? '' : String(base)}
        onChange={(value) => onChange({ base: value === '' ? null : Number(value) })}
      />
      <Select
        label={t('Field')}
        options={[
          { value: '', label: t('All fields') },
          ...COMPARED_FIELDS.map((value) => ({ value, label: FIELD_LABELS[value] })),
        ]}
        value={field ?? ''}
        onChange={(value) => onChange({ field: COMPARED_FIELDS.find((item) => item === value) ?? null })}
      />
    </div>
  )
}
