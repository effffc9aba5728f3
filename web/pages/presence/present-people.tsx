import { Avatar } from '../../kit/chip.tsx'
import { Icon } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import { useViewerNames, usePresentPeople } from './present.ts'
import styles from './present-people.module.css'

const MAX_PEOPLE = 3

/** The initials of the users who have the component open, after its name. */
export function PresentPeople() {
  const others = usePresentPeople()
  if (others.length === 0) return null
  const more = others.length - MAX_PEOPLE
  return (
    <span className={styles['people']}>
      <span className="visually-hidden">
        {t('Also here: {names}', { names: others.map(({ user_name }) => user_name).join(', ') })}
      </span>
      {others.slice(0, MAX_PEOPLE).map(({ user_id, user_name }) => (
        <Avatar key={user_id} name={user_name} />
      ))}
      {more > 0 && (
        <span className="muted small" aria-hidden="true">
          +{more}
        </span>
      )}
    </span>
  )
}

/** The other users who have a requirement or comment open, in its row. */
export function OtherViewers(record: { ruleId: number } | { reviewId: number }) {
  const names = useViewerNames(record)
  if (names === null) return null
  return (
    <span className={styles['looking']} title={t('Open: {names}', { names })}>
      <Icon name="eye" />
      <span className="visually-hidden">{t(', open at')} </span>
      <bdi className="cut">{names}</bdi>
    </span>
  )
}
