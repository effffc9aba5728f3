import { useState, type ReactNode } from 'react'
import { Icon } from '../../../kit/icon.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { formatAuthorName } from '../../comments/comment-body.tsx'
import { isUndecided, type Row } from '../queue/rows.ts'
import styles from './requirement-parts.module.css'

/** The number of pending comments, if there are any. */
export function PendingCount({ rows }: { rows: readonly Row[] }) {
  const pending = rows.filter(isUndecided).length
  return pending === 0 ? null : (
    <span className="muted small">
      {t(
        { count: pending, one: '1 pending comment here', other: '{pending} pending comments here' },
        { pending },
      )}
    </span>
  )
}

/** The other comments on the same section. */
export function Also({
  rows,
  label,
  toHref,
  onCurrent,
  framed = false,
}: {
  rows: readonly Row[]
  label: string
  toHref: (id: number) => string
  onCurrent: (id: number) => void
  framed?: boolean
}) {
  if (rows.length === 0) return null
  return (
    <div className={framed ? `${styles['also']} ${styles['alone']}` : styles['also']}>
      <p className="small strong muted">{rich('Also on {label}', { label })}</p>
      <ul>
        {rows.slice(0, 8).map((row) => (
          <li key={row.id}>
            <a
              href={toHref(row.id)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                onCurrent(row.id)
              }}
            >
              {row.id}
            </a>
            <bdi className="cut">{formatAuthorName(row)}</bdi>
            <bdi className="cut muted">{row.comment}</bdi>
          </li>
        ))}
      </ul>
      {rows.length > 8 && <p className="small muted">{t('and {rows} more', { rows: rows.length - 8 })}</p>}
    </div>
  )
}

/** A section as one line that can be expanded; another comment resets it. */
export function Collapsible({
  commentId,
  label,
  line,
  count,
  open,
  children,
}: {
  /** The selected comment. */
  commentId: number
  label: string
  line: string
  count: number
  open: boolean
  children: ReactNode
}) {
  const [pressed, setPressed] = useState<{ commentId: number; open: boolean } | null>(null)
  const isOpen = pressed?.commentId === commentId ? pressed.open : open
  return (
    <section className={styles['fold']} aria-label={label}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setPressed({ commentId, open: !isOpen })}>
          <Icon name={isOpen ? 'down' : 'right'} />
          <b>{label}</b>
          {!isOpen && <bdi className="cut muted">{line}</bdi>}
          {count > 0 && (
            <span className="muted small push">
              {t({ count, one: '1 comment', other: '{count} comments' }, { count })}
            </span>
          )}
        </button>
      </h3>
      {isOpen && <div className={styles['unfolded']}>{children}</div>}
    </section>
  )
}
