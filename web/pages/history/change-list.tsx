import type { DiffRun } from '../../../src/lib/word-diff.ts'
import { formatCalendarDate, formatExactTime, isDate, parseTimestamp } from '../../api/time.ts'
import { Runs } from '../../kit/diff-runs.tsx'
import { Diff } from '../../kit/diff.tsx'
import { t } from '../../languages/t.ts'
import { formatRecordColumn } from './record-columns.ts'
import { findValueLabel } from './value-labels.ts'
import styles from './change-list.module.css'

/** A changed field as an audit entry publishes it. */
export interface FieldChange {
  field: string
  prev_value?: unknown
  new_value?: unknown
  prev_name?: string | null | undefined
  new_name?: string | null | undefined
  diff?: readonly DiffRun[] | undefined
  shortened?: true | undefined
}

const MAX_TEXT_LENGTH = 300

/** Describes the changed fields of an audit entry; fields that are empty before and after are left out. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return changes.filter(isReadable).map((change) => (
    <p key={change.field} dir="auto" className={styles['change']}>
      <span className="muted">{formatRecordColumn(change.field)}: </span>
      <Values change={change} />
      {change.shortened && <span className="muted"> {t('(shortened)')}</span>}
    </p>
  ))
}

/** Whether a change has a value that says something to a reader; the id of a requirement does not. */
function isReadable({ field, prev_value: before, new_value: after }: FieldChange): boolean {
  if (isBlank(before) && isBlank(after)) return false
  return field !== 'rule_id' || typeof (after ?? before) !== 'number'
}

function Values({ change }: { change: FieldChange }) {
  const { field, prev_value: before, new_value: after, diff } = change
  const oldText = change.prev_name ?? formatValue(field, before)
  const newText = change.new_name ?? formatValue(field, after)
  if (isBlank(before)) return newText
  if (isBlank(after)) return <del className={styles['gone']}>{oldText}</del>
  if (isLong(oldText) || isLong(newText)) {
    return diff ? <Runs runs={diff} /> : <Diff before={oldText} after={newText} />
  }
  return (
    <>
      {oldText} <span className="visually-hidden">{t('changed to')}</span>
      <span aria-hidden="true">→</span> {newText}
    </>
  )
}

/** Whether a value of an entry is empty. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function isLong(text: string): boolean {
  return text.length > 40
}

/** Formats a value of an audit entry. */
export function formatValue(field: string, value: unknown): string {
  if (isBlank(value)) return t('nothing')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'string') return formatNamedValue(field, value)
  if (typeof value === 'number' && field.endsWith('_review_id')) return `#${value}`
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item)).join('; ')
  if (typeof value === 'object' && value !== null) return formatEntry(field, value)
  return String(value)
}

function formatNamedValue(field: string, text: string): string {
  const known = findValueLabel(field, text)
  if (known !== null) return known
  const moment = parseTimestamp(text)
  if (moment) return formatExactTime(moment)
  if (isDate(text)) return formatCalendarDate(text)
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)} …` : text
}

/** Formats an object: `{Title: true}` as "Title", a marker of a moved comment as its kind and the names in it. */
function formatEntry(field: string, value: object): string {
  const entries = Object.entries(value)
  if (entries.every(([, value]) => value === true)) return entries.map(([name]) => name).join(', ')
  return entries
    .filter(([, value]) => !isBlank(value))
    .map(([name, entryValue]) => `${formatRecordColumn(name)} ${formatValue(field, entryValue)}`)
    .join(', ')
}
