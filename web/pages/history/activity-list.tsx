import type { Outputs } from '../../api/client.ts'
import { ago, exact, momentOf } from '../../api/time.ts'
import { Empty } from '../../app/states.tsx'
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
        const moment = momentOf(entry.created_at)
        return (
          <li key={entry.id}>
            <p>
              <b>
                <bdi>{entry.name ?? t('Deleted account')}</bdi>
              </b>{' '}
              {actionLabel(entry.action).toLowerCase()} {typeLabel(entry.auditable_type).toLowerCase()}{' '}
              <b>
                <bdi>{entry.audited_name?.replace(/^Control /, '') ?? ''}</bdi>
              </b>{' '}
              <span className="muted" title={moment ? exact(moment) : entry.created_at}>
                {moment ? ago(moment, now) : entry.created_at}
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
