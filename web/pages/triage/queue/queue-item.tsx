import { memo } from 'react'
import { formatDueDate, parseTimestamp } from '../../../api/time.ts'
import { Icon } from '../../../kit/icon.tsx'
import { follow } from '../../../kit/plain-link.tsx'
import { t } from '../../../languages/t.ts'
import { SECTION_LABELS } from '../../authoring/section-labels.ts'
import { UnsavedMark } from '../../authoring/unsaved-mark.tsx'
import { formatAuthorName } from '../../comments/comment-body.tsx'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import { OtherViewers } from '../../presence/present-people.tsx'
import { Ink } from '../ink.tsx'
import type { Sort } from '../search.ts'
import { pendingDecision } from './pending-decision.ts'
import { isUndecided, type Row } from './rows.ts'
import { formatShortAge } from './short-age.ts'
import styles from './queue-item.module.css'

/** A comment of the queue in two lines: number, section and age; author and decision. */
export const QueueItem = memo(function QueueItem({
  row,
  start,
  now,
  sort,
  isCurrent,
  isSelected,
  toHref,
  onCurrent,
}: {
  row: Row
  start: number
  now: number
  sort: Sort
  isCurrent: boolean
  isSelected: boolean
  toHref: (id: number) => string
  onCurrent: (id: number) => void
}) {
  const pendingIndicator = pendingDecision.useSelected((decision) =>
    decision.id === row.id ? decision : null,
  )
  const status = pendingIndicator?.status ?? row.triage_status ?? 'pending'
  const isClosed = pendingIndicator?.closed ?? row.adjudicated_at !== null
  const isDecided = pendingIndicator !== null || !isUndecided(row)
  const style = DISPOSITIONS[status]
  const classes = [styles['item'], isDecided && styles['done'], row.flash !== undefined && styles['flash']]
  return (
    <a
      href={toHref(row.id)}
      className={classes.filter(Boolean).join(' ')}
      style={{ top: start }}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => follow(event, () => onCurrent(row.id))}
    >
      <Ink hue={style.hue}>
        <Icon name={isSelected ? 'ticked' : style.icon} />
        {isSelected && <span className="visually-hidden">{t('Selected,')} </span>}
      </Ink>
      <span className={styles['line']}>
        <span className="muted">{row.id}</span>
        <SubjectCell row={row} sort={sort} />
        <span className={styles['age']}>{formatAge(row, sort, new Date(now))}</span>
      </span>
      <span className={styles['line']}>
        <bdi className={`cut ${styles['who']}`}>{row.flash ?? formatAuthorName(row)}</bdi>
        <OtherViewers reviewId={row.id} />
        <Ink hue={style.hue} className={styles['state']}>
          {isDecided ? style.label : <span className="visually-hidden">, {style.label}</span>}
          {isClosed && status !== 'withdrawn' && <Icon name="lock" />}
          {isClosed && <span className="visually-hidden">{t(', closed')}</span>}
        </Ink>
      </span>
    </a>
  )
})

/** The section, under a requirement heading; without headings, the requirement. */
function SubjectCell({ row, sort }: { row: Row; sort: Sort }) {
  if (sort === 'rule') {
    return <span className="cut">{row.section === null ? '–' : SECTION_LABELS[row.section]}</span>
  }
  return (
    <>
      <span className="cut mono small" title={row.rule_displayed_name}>
        {row.rule_id === null ? t('whole') : row.rule_displayed_name.slice(-6)}
      </span>
      {row.rule_id !== null && <UnsavedMark ruleId={row.rule_id} />}
    </>
  )
}

function formatAge(row: Row, sort: Sort, now: Date) {
  if (sort === 'due' && row.due_on !== null) return formatDueDate(row.due_on, now).label
  return (
    <>
      {formatShortAge(parseTimestamp(row.created_at), now)}
      <span className="visually-hidden"> {t('old')}</span>
    </>
  )
}
