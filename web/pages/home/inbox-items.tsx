import { Icon, type IconName } from '../../kit/icon.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { UnsavedMark } from '../authoring/unsaved-mark.tsx'
import styles from './inbox-items.module.css'

/** An inbox item: its text, its location, and its age or due date. */
export interface InboxItem {
  key: string | number
  icon: IconName
  name: string
  label: string
  location: string
  time: string
  late?: boolean
  /** The requirement that it is about, which may have unsaved texts. */
  ruleId?: number | null
  /** The address of a page of the application, with its query. */
  to: string
  search?: Record<string, string | number>
}

/** The inbox items, each row a link; J and K move between them. */
export function InboxItems({ label, rows }: { label: string; rows: readonly InboxItem[] }) {
  return (
    <ul className={styles['waiting']} aria-label={label}>
      {rows.map(({ key, icon, name, label, location, time, late = false, ruleId = null, to, search }) => (
        <li key={key}>
          <AddressLink to={to} {...(search ? { search } : {})}>
            <Icon name={icon} />
            <span className={styles['name']}>
              {name} {ruleId !== null && <UnsavedMark ruleId={ruleId} />}
            </span>
            <bdi className={`${styles['label']} cut-two`}>{label}</bdi>
            <span className={`${styles['location']} cut`}>{location}</span>
            <span className={late ? 'danger' : 'muted'}>{time}</span>
          </AddressLink>
        </li>
      ))}
    </ul>
  )
}

/** Moves the focus to the next or previous row of all lists of the page. */
export function focusAdjacentItem(direction: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`.${styles['waiting']} a`)]
  const index = rows.findIndex((row) => row === document.activeElement)
  rows[index < 0 ? (direction === 1 ? 0 : rows.length - 1) : index + direction]?.focus()
}
