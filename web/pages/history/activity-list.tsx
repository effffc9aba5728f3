import type { Outputs } from '../../api/client.ts'
import { formatAge, formatExactTime, parseTimestamp } from '../../api/time.ts'
import { Empty } from '../../app/states.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { actionLabel, typeLabel } from './audit-labels.ts'
import { ChangeList } from './change-list.tsx'
import styles from './history.module.css'

type Entry = Outputs['components']['histories'][number]

/** Who changed what, newest first. */
export function ActivityList({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <Empty>{t('No changes yet')}</Empty>
  const now = new Date()
  return (
    <ul className={styles['entries']} aria-label={t('Activity')}>
      {entries.map((entry) => {
        const moment = parseTimestamp(entry.created_at)
        return (
          <li key={entry.id}>
            <p>
              <b>
                <bdi>{entry.name ?? t('Deleted account')}</bdi>
              </b>{' '}
              {actionLabel(entry.action).toLowerCase()} {typeLabel(entry.auditable_type).toLowerCase()}{' '}
              <Subject entry={entry} />{' '}
              <span className="muted" title={moment ? formatExactTime(moment) : entry.created_at}>
                {moment ? formatAge(moment, now) : entry.created_at}
              </span>
            </p>
            {entry.comment !== null && <p className="muted">{entry.comment}</p>}
            {entry.action === 'update' && <ChangeList changes={entry.audited_changes} />}
          </li>
        )
      })}
    </ul>
  )
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
