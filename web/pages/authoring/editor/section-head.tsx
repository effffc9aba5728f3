import type { ReactNode } from 'react'
import { formatAge, formatExactTimeWithUtc } from '../../../api/time.ts'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Note } from '../../../kit/note.tsx'
import { rich } from '../../../languages/rich.ts'
import { t, verb } from '../../../languages/t.ts'
import { openLabel, type CommentCounts } from '../labels.ts'
import type { SectionLock } from '../section-locks.ts'
import { ChangeNote } from './change-note.tsx'
import type { OtherChange } from './use-change-authors.ts'
import styles from './section-head.module.css'

/** The heading of a section, with its comments, its length near the limit, and its lock. */
export function SectionHead({
  label,
  title,
  comments,
  otherChange,
  isChanged,
  length,
  maxLength,
  locked,
  lockedBy,
  onLock,
}: {
  label: string
  /** The title, or a label with the title if there is a text to label. */
  title: ReactNode
  comments: CommentCounts | undefined
  /** Another user's change during this visit. */
  otherChange: OtherChange | undefined
  isChanged: boolean
  length: number
  maxLength: number
  locked: boolean
  lockedBy: SectionLock | undefined
  onLock: (() => void) | undefined
}) {
  return (
    <div className={styles['head']}>
      <h2>{title}</h2>
      {comments && (
        <Note>
          {t(
            { count: comments.total, one: 'Comment: {open}', other: 'Comments: {open}' },
            { open: openLabel(comments) },
          )}
        </Note>
      )}
      {otherChange && <ChangeNote change={otherChange} />}
      {isChanged && <span className="visually-hidden">{t('not saved yet')}</span>}
      {length > maxLength * 0.9 && (
        <Note>{rich('{count} of {limit} characters', { count: length, limit: maxLength })}</Note>
      )}
      <span className={styles['ends']}>
        {locked && <LockedNote lock={lockedBy} />}
        {onLock && (
          <Button
            variant="plain"
            onPress={onLock}
            aria-label={locked ? t('Unlock {label}', { label }) : t('Lock {label}', { label })}
          >
            {locked ? t('Unlock') : verb('Lock')}
          </Button>
        )}
      </span>
    </div>
  )
}

function LockedNote({ lock }: { lock: SectionLock | undefined }) {
  return (
    <Note>
      <Icon name="lock" /> {t('Locked')}
      {lock && <LockLabel lock={lock} />}
    </Note>
  )
}

function LockLabel({ lock: { name, lockedAt } }: { lock: SectionLock }) {
  return (
    <span title={lockedAt ? formatExactTimeWithUtc(lockedAt) : undefined}>
      {' '}
      {rich('by {name}', { name: <bdi>{name}</bdi> })}
      {lockedAt && `, ${formatAge(lockedAt, new Date())}`}
    </span>
  )
}
