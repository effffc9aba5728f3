import { SEVERITIES, listAllowedStatuses, type DocumentType } from '../../../src/vocabulary.ts'
import type { Option } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import type { Change } from './bulk.ts'
import { FIELDS, type Field } from './fields.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'

export type ChangedField = keyof Change

/** A field that can be set for many requirements at once. */
export interface BulkField extends Pick<Field, 'maxLength' | 'line' | 'choice'> {
  /** Its name in the request. */
  name: ChangedField
  label: string
  /** The allowed values. */
  values?: readonly Option<string>[]
}

/** Identifying fields and code can't be set in bulk. */
const SINGLE = ['title', 'version', 'inspec_control_body']

/** Lists the fields that can be set for selected requirements of a component. */
export function listBulkFields(type: DocumentType): readonly BulkField[] {
  const statuses = listAllowedStatuses(type).map((value) => ({ value, label: STATUS_STYLES[value].label }))
  const severities = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))
  return [
    { name: 'status', label: t('Status'), maxLength: 0, values: statuses },
    { name: 'rule_severity', label: t('Severity'), maxLength: 0, values: severities },
    ...FIELDS.filter(({ id }) => !SINGLE.includes(id)).map(({ id, ...field }) => ({
      ...field,
      name: id.replace('check:', 'check_').replace('disa:', '') as ChangedField,
    })),
  ]
}

/** The initial value of a field. */
export function findInitialValue({ values, choice }: BulkField): string | boolean | null {
  return values ? (values[0]?.value ?? null) : choice ? true : ''
}

/** Builds the change of some fields; an empty text clears the field. */
export function toChange(values: ReadonlyMap<ChangedField, string | boolean | null>): Change {
  const entries = [...values].map(([name, value]) => [name, value === '' ? null : value])
  return Object.fromEntries(entries) as Change
}
