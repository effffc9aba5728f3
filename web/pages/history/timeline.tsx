import { formatAge, parseTimestamp } from '../../api/time.ts'
import { Chip } from '../../kit/chip.tsx'
import { Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { formatRevision } from '../components/phase.ts'
import type { Version } from './versions.ts'
import styles from './timeline.module.css'

/** The versions of a component, newest first, each a link to its own history. */
export function Timeline({ versions, current }: { versions: readonly Version[]; current: number }) {
  const now = new Date()
  return (
    <ol className={styles['timeline']} aria-label={t('Versions')}>
      {versions.map((version) => {
        const { id, released, rules_count: rules, updated_at: updated } = version
        const moment = parseTimestamp(updated)
        return (
          <li key={id} className={id === current ? styles['here'] : undefined}>
            <p className={styles['version']}>
              <Link
                to="/components/$id/history"
                params={{ id }}
                aria-current={id === current ? 'page' : undefined}
              >
                {formatRevision(version) || t('Not numbered')}
              </Link>
              {released ? (
                <Chip hue="blue" icon="lock">
                  {t('Released')}
                </Chip>
              ) : (
                <Chip hue="grey" icon="pen">
                  {t('Not released')}
                </Chip>
              )}
            </p>
            <p className="muted small">
              {rich(
                {
                  count: rules,
                  one: '{count} requirement · changed {age}',
                  other: '{count} requirements · changed {age}',
                },
                { count: formatNumber(rules), age: moment ? formatAge(moment, now) : updated },
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
