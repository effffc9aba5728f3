import { useState } from 'react'
import type { DocumentType } from '../../../src/vocabulary.ts'
import { Button, IconButton } from '../../kit/button.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, TextArea } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { Select } from '../../kit/select.tsx'
import { formatCount, t } from '../../languages/t.ts'
import {
  listBulkFields,
  toChange,
  findInitialValue,
  type BulkField,
  type ChangedField,
} from './bulk-fields.ts'
import type { Change } from './bulk.ts'
import { useTextLimit } from './use-text-limit.ts'
import styles from './set-fields-dialog.module.css'

type FieldValue = string | boolean | null
type Values = ReadonlyMap<ChangedField, FieldValue>

/** Chooses fields and their values for the selected requirements; the change is previewed first. */
export function SetFieldsDialog({
  type,
  count,
  isOpen,
  onChange,
  onClose,
}: {
  type: DocumentType
  count: number
  /** False during the preview; the chosen values stay. */
  isOpen: boolean
  onChange: (change: Change) => void
  onClose: () => void
}) {
  const fields = listBulkFields(type)
  const { values, set, replace } = useFieldValues()
  const [next] = fields.filter(({ name }) => !values.has(name))
  return (
    <Dialog
      title={t('Set fields of {requirements}', { requirements: formatCount(count, 'requirement') })}
      isOpen={isOpen}
      onClose={onClose}
      wide
    >
      <Form wide label={t('Set fields')} onSend={() => onChange(toChange(values))}>
        {[...values].map(([name, value], index) => (
          // By position: a row with another field keeps the focus.
          <FieldRow
            key={index}
            isFirst={index === 0}
            name={name}
            choices={fields.filter((field) => field.name === name || !values.has(field.name))}
            value={value}
            onField={(replacement) => replace(name, replacement)}
            onValue={(next) => set(name, next)}
            onRemove={values.size > 1 ? () => replace(name, null) : null}
          />
        ))}
        <Actions>
          <Button type="submit" variant="primary">
            {t('Preview')}
          </Button>
          {next && (
            <Button icon="plus" onPress={() => set(next.name, findInitialValue(next))}>
              {t('Add a field')}
            </Button>
          )}
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** The chosen fields in the order of choice, the justification first. */
function useFieldValues() {
  const [values, setValues] = useState<Values>(() => new Map([['status_justification', '']]))
  const set = (name: ChangedField, value: FieldValue) => setValues(new Map(values).set(name, value))
  const replace = (name: ChangedField, replacement: BulkField | null) => {
    const next = [...values].map(([field, value]) =>
      field === name
        ? replacement && ([replacement.name, findInitialValue(replacement)] as const)
        : ([field, value] as const),
    )
    setValues(new Map(next.filter((entry) => entry !== null)))
  }
  return { values, set, replace }
}

function FieldRow({
  isFirst,
  name,
  choices,
  value,
  onField,
  onValue,
  onRemove,
}: {
  isFirst: boolean
  name: ChangedField
  choices: readonly BulkField[]
  value: FieldValue
  onField: (field: BulkField) => void
  onValue: (value: FieldValue) => void
  onRemove: (() => void) | null
}) {
  const field = choices.find((item) => item.name === name)
  if (!field) return null
  return (
    <div className={styles['row']} role="group" aria-label={field.label}>
      <div className={styles['field']}>
        <Select<string>
          label={t('Field')}
          autoFocus={isFirst}
          value={field.name}
          options={choices.map((item) => ({ value: item.name, label: item.label }))}
          onChange={(picked) => {
            const chosen = choices.find((item) => item.name === picked)
            if (chosen) onField(chosen)
          }}
        />
        {onRemove && (
          <IconButton
            icon="cross"
            label={t('Leave {field} as is', { field: field.label })}
            onPress={onRemove}
          />
        )}
      </div>
      <ValueInput field={field} value={value} onValue={onValue} />
    </div>
  )
}

function ValueInput({
  field,
  value,
  onValue,
}: {
  field: BulkField
  value: FieldValue
  onValue: (value: FieldValue) => void
}) {
  const limit = useTextLimit(field)
  if (field.values) {
    return (
      <Select<string> label={t('Value')} value={String(value)} options={field.values} onChange={onValue} />
    )
  }
  if (field.choice) {
    return (
      <Radios
        label={t('Value')}
        value={value === null ? 'none' : String(value)}
        onChange={(chosen) => onValue(chosen === 'none' ? null : chosen === 'true')}
      >
        <Radio value="true">{t('Yes')}</Radio>
        <Radio value="false">{t('No')}</Radio>
        <Radio value="none">{t('Not specified')}</Radio>
      </Radios>
    )
  }
  const text = {
    label: t('Value'),
    value: String(value ?? ''),
    onChange: onValue,
    maxLength: limit,
    hint: t('Leave it empty to clear the field'),
  }
  return field.line ? <Field {...text} /> : <TextArea {...text} />
}
