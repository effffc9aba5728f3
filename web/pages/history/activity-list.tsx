import type { ReactNode } from 'react'
import type { ReviewAction } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import { formatAge, formatExactTimeWithUtc, parseTimestamp } from '../../api/time.ts'
import { Empty } from '../../app/states.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, toLabelInSentence, t } from '../../languages/t.ts'
import { REVIEW_ACTION_LABELS } from '../comments/review-action-labels.ts'
import { groupActivity } from './activity-groups.ts'
import { formatAction, formatType } from './audit-labels.ts'
import { ChangeList } from './change-list.tsx'
import { readNewComment } from './new-comment.ts'
import styles from './activity-list.module.css'

type Entry = Outputs['components']['histories'][number]

/** The changes with their authors, newest first; equal changes of several records are one line. */
export function ActivityList({
  entries,
  isCut,
}: {
  entries: readonly Entry[]
  /** Whether there may be older entries, which belong to the last line. */
  isCut: boolean
}) {
  if (entries.length === 0) return <Empty>{t('No changes yet')}</Empty>
  const groups = groupActivity(entries)
  return (
    <ul className={styles['entries']} aria-label={t('Activity')}>
      {groups.map((group, index) => {
        const [entry] = group
        return entry === undefined ? null : (
          <li key={entry.id}>
            {group.length === 1 ? (
              <Single entry={entry} />
            ) : (
              <Run entries={group} isCut={isCut && index === groups.length - 1} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Single({ entry }: { entry: Entry }) {
  return (
    <>
      <Line
        entry={entry}
        record={
          <>
            {toLabelInSentence(formatType(entry.auditable_type))} <Subject entry={entry} />
          </>
        }
      />
      <Details entry={entry}>
        <CommentText text={readNewComment(entry)?.text ?? ''} />
      </Details>
    </>
  )
}

function CommentText({ text }: { text: string }) {
  return text === '' ? null : <p dir="auto">{text}</p>
}

/** The number of changed records; it expands to their names. */
function Run({ entries, isCut }: { entries: readonly Entry[]; isCut: boolean }) {
  const [newest] = entries
  if (newest === undefined) return null
  const records = formatRecordCount(newest.auditable_type, entries.length)
  return (
    <>
      <Line entry={newest} record={<b>{isCut ? t('at least {records}', { records }) : records}</b>} />
      <Details entry={newest}>
        <details>
          <summary>{t('Show all')}</summary>
          <ul className={styles['run']}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <Subject entry={entry} />
              </li>
            ))}
          </ul>
        </details>
      </Details>
    </>
  )
}

/** The reason of an entry, and its changed fields. */
function Details({ entry, children }: { entry: Entry; children?: ReactNode }) {
  return (
    <div>
      {entry.comment !== null && <p className="muted">{translateDetail(entry.comment)}</p>}
      {entry.action === 'update' && <ChangeList changes={entry.audited_changes} />}
      {children}
    </div>
  )
}

function Line({ entry, record }: { entry: Entry; record: ReactNode }) {
  const moment = parseTimestamp(entry.created_at)
  const name = (
    <b>
      <bdi>{entry.name ?? t('Deleted account')}</bdi>
    </b>
  )
  return (
    <p>
      {formatSentence(entry, name, record)}{' '}
      <span
        className={`muted ${styles['when']}`}
        title={moment ? formatExactTimeWithUtc(moment) : entry.created_at}
      >
        {moment ? formatAge(moment, new Date()) : entry.created_at}
      </span>
    </p>
  )
}

function formatSentence(entry: Entry, name: ReactNode, record: ReactNode): ReactNode {
  const { action } = entry
  const step = readNewComment(entry)?.action ?? 'comment'
  if (step !== 'comment') {
    return rich('{name}: {action}, {record}', { name, action: toStepLabel(step), record })
  }
  if (action === 'create') return rich('{name} created {record}', { name, record })
  if (action === 'update') return rich('{name} changed {record}', { name, record })
  if (action === 'destroy') return rich('{name} deleted {record}', { name, record })
  return rich('{name}: {action}, {record}', {
    name,
    action: toLabelInSentence(formatAction(action)),
    record,
  })
}

const toStepLabel = (step: ReviewAction) => toLabelInSentence(REVIEW_ACTION_LABELS[step])

function formatRecordCount(type: string, count: number): string {
  return formatCount(count, type === 'Review' ? 'comment' : 'requirement')
}

/** The name of the changed record; comments and components have a link. */
function Subject({ entry }: { entry: Entry }) {
  const { auditable_id: id, auditable_type: type, audited_name: name, action } = entry
  const isGone = id === null || /destroy/.test(action)
  const page = type === 'Review' ? 'reviews' : type === 'Component' ? 'components' : null
  const number = type === 'Review' && id !== null ? `#${id}` : ''
  const label = [number, name?.replace(/^Control /, '')].filter(Boolean).join(' ')
  if (isGone || page === null || label === '') {
    return (
      <b>
        <bdi>{label}</bdi>
      </b>
    )
  }
  return (
    <AddressLink to={`/${page}/${id}`}>
      <bdi>{label}</bdi>
    </AddressLink>
  )
}
