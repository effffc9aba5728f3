import type { ReactNode } from 'react'
import { formatExactTimeWithUtc } from '../../../api/time.ts'
import { Icon } from '../../../kit/icon.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import type { OtherChange } from './use-change-authors.ts'
import styles from './change-note.module.css'

/** Says on one line who changed a section; it is cut rather than wrapped, so that no text moves. */
export function ChangeNote({ change, label }: { change: OtherChange; label?: string }) {
  const { name, changedAt } = change
  return (
    <span className={styles['note']} title={`${name ?? ''} ${formatExactTimeWithUtc(changedAt)}`.trim()}>
      <Icon name="diff" />
      <span className="cut">
        {label === undefined ? formatChange(change) : formatFieldChange(change, label)}
      </span>
    </span>
  )
}

function formatChange({ name, isOwn }: OtherChange): ReactNode {
  if (isOwn) return t('Changed in another window')
  return name === null ? t('Changed just now') : rich('Changed by {name}', { name: <bdi>{name}</bdi> })
}

function formatFieldChange({ name, isOwn }: OtherChange, label: string): ReactNode {
  if (isOwn) return t('{label} changed in another window', { label })
  return name === null
    ? t('{label} changed just now', { label })
    : rich('{label} changed by {name}', { label, name: <bdi>{name}</bdi> })
}
