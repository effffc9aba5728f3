import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { Skeleton } from '../../../app/states.tsx'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { AddressLink } from '../../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../../languages/t.ts'
import type { Summary } from '../phase.ts'
import { createReadinessCountsQuery } from '../readiness-query.ts'
import { listBlockers, type Blocker } from './list-blockers.ts'
import styles from './blockers.module.css'

/** The maximum number of rows; the readiness page lists all. */
const MAX_ROWS = 8

/** The blockers of the lock or release of a component, each with a link to the place to act. */
export function Blockers({ summary: { id } }: { summary: Summary }) {
  const { data: readiness, error } = useQuery(createReadinessCountsQuery(id))
  const { data: stats } = useQuery(api.components.stats.queryOptions({ id }))
  const blockers = readiness ? listBlockers(readiness, id) : []
  const more = blockers.length - MAX_ROWS
  return (
    <section className={styles['blockers']} aria-label={t('Before you can release')}>
      <header>
        <h2>{t('Before you can release')}</h2>
        {readiness && <p className={styles['lead']}>{summarizeBlockers(blockers, stats?.rule_count ?? 0)}</p>}
      </header>
      {error && <ProblemBanner problem={toProblem(error)} />}
      {!readiness && !error && (
        <div aria-busy="true">
          <Skeleton count={5} />
        </div>
      )}
      <ul className={styles['findings']}>
        {blockers.slice(0, MAX_ROWS).map((blocker) => (
          <Row key={blocker.code} blocker={blocker} />
        ))}
      </ul>
      {readiness && (
        <AddressLink to={`/components/${id}/readiness`}>
          {more > 0 ? t('{count} more, and all findings', { count: more }) : t('All findings')}
        </AddressLink>
      )}
    </section>
  )
}

function Row({ blocker: { icon, count, label, link } }: { blocker: Blocker }) {
  return (
    <li>
      <Icon name={icon} />
      <AddressLink {...link}>{count === null ? label : `${formatNumber(count)} ${label}`}</AddressLink>
    </li>
  )
}

function summarizeBlockers(blockers: readonly Blocker[], rules: number): string {
  if (rules === 0) return t('Add requirements first')
  if (blockers.length === 0) return t('Nothing blocks the release')
  return t('{tasks} to do', { tasks: formatCount(blockers.length, 'thing') })
}
