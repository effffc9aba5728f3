import { memo, Suspense, type ReactNode } from 'react'
import { PageTitle } from '../../app/page-title.tsx'
import { rich } from '../../languages/rich.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { useClusterCount } from './clusters/use-cluster-count.ts'
import { listDecidedParts, type DecidedPart } from './decided-parts.ts'
import { PaceLine } from './lazy-parts.ts'
import type { Scope } from './queue/queue.ts'
import type { View } from './search.ts'
import { useSummary } from './use-summary.ts'
import styles from './header.module.css'

const VIEW_LABELS: Record<View, string> = {
  queue: t('Queue'),
  requirement: t('By requirement'),
  clusters: t('Clusters'),
  table: t('Table'),
}

/** The progress of the triage, and its views. */
export const TriageHead = memo(function TriageHead({
  scope,
  parent,
  record,
  view,
  views,
  lastDecision,
  onView,
}: {
  /** Stable while the scope stays the same. */
  scope: Scope
  parent: string
  record: string | undefined
  view: View
  views: readonly View[]
  /** The last decision with its undo button; its space is reserved. */
  lastDecision: ReactNode
  onView: (view: View) => void
}) {
  const summary = useSummary(scope)
  const total = summary?.total ?? 0
  const { decided, parts } = listDecidedParts(summary)
  const clusters = useClusterCount(scope, view, total)
  return (
    <div className={styles['headline']}>
      <PageTitle title={t('Triage')} parents={[parent]} record={record} />
      <div className={styles['progress']}>
        <p>
          {rich('{count} of {total} decided', {
            count: <b>{formatNumber(decided)}</b>,
            total: formatNumber(total),
          })}
          <Suspense>
            <PaceLine undecidedCount={total - decided} />
          </Suspense>
        </p>
        <Bar parts={parts} total={total} />
      </div>
      <ul className={`${styles['totals']} only-wide`} aria-label={t('Decisions so far')}>
        {parts
          .filter(({ count }) => count > 0)
          .map(({ label, fill, count }) => (
            <li key={label}>
              <i className={styles[`dot-${fill}`]} aria-hidden="true" />
              {formatNumber(count)} {label}
            </li>
          ))}
      </ul>
      <div className={styles['last']}>
        <Suspense>{lastDecision}</Suspense>
      </div>
      <Views {...{ view, views, onView }} clusters={decided === total ? null : clusters} />
    </div>
  )
})

function Bar({ parts, total }: { parts: readonly DecidedPart[]; total: number }) {
  let offset = 0
  return (
    <svg className={styles['bar']} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ label, fill, count }) => {
        const width = total === 0 ? 0 : (count * 100) / total
        const x = offset
        offset += width
        return <rect key={label} x={x} width={width} height="6" className={styles[`fill-${fill}`]} />
      })}
    </svg>
  )
}

function Views({
  view,
  views,
  clusters,
  onView,
}: {
  view: View
  views: readonly View[]
  clusters: number | null
  onView: (view: View) => void
}) {
  return (
    <div className={styles['segments']} role="group" aria-label={t('View')}>
      {views.map((item) => (
        <button key={item} type="button" aria-pressed={item === view} onClick={() => onView(item)}>
          {VIEW_LABELS[item]}
          {item === 'clusters' && clusters !== null && (
            <span className={styles['count']}> {formatNumber(clusters)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
