import { useSuspenseQuery } from '@tanstack/react-query'
import { roleAtLeast } from '../../../../src/vocabulary.ts'
import { api } from '../../../api/client.ts'
import { t } from '../../../languages/t.ts'
import { DecisionChart } from '../../charts/decision-chart.tsx'
import { StatusChart } from '../../charts/status-chart.tsx'
import { DECIDED_NOT_CLOSED } from '../finding-kinds.ts'
import type { Triage } from '../gates.tsx'
import type { Summary, Workflow } from '../phase.ts'
import { Blockers } from './blockers.tsx'
import { PhaseSteps } from './phase-steps.tsx'
import { ProgressRows } from './progress-rows.tsx'
import styles from './current-state.module.css'

/** The status of a component: its phase, requirements, comments, and release blockers. */
export function CurrentState({ summary, workflow }: { summary: Summary; workflow: Workflow }) {
  const { id, effective_permissions: role } = summary
  const { data: stats } = useSuspenseQuery(api.components.stats.queryOptions({ id }))
  const { data: triage } = useSuspenseQuery(api.reviews.componentTriageSummary.queryOptions({ id }))
  const triagePage = roleAtLeast(role, 'author') ? `/components/${id}/triage` : undefined
  const edit = `/components/${id}/edit`
  const total = workflow.authoring.rules_total
  return (
    <section className={styles['frame']} aria-label={t('Current state')}>
      <div className={styles['columns']}>
        <PhaseSteps summary={summary} />
        <StatusChart componentId={id} stats={stats}>
          <ProgressRows
            label={t('Review and lock')}
            rows={[
              {
                label: t('Under review'),
                count: workflow.reviews.under_review,
                total,
                hue: 'amber',
                link: { to: edit, search: { review: 'requested' } },
              },
              {
                label: t('Locked'),
                count: workflow.locks.locked,
                total,
                hue: 'teal',
                link: { to: edit, search: { locked: 'true' } },
              },
            ]}
          />
        </StatusChart>
        <DecisionChart triage={triage} triagePage={triagePage} isLead>
          <CommentRows triage={triage} awaiting={workflow.triage.awaiting_adjudication} page={triagePage} />
        </DecisionChart>
        {role !== null && !summary.released && <Blockers summary={summary} />}
      </div>
    </section>
  )
}

/** The shares of decided comments that are closed and not closed. */
function CommentRows({
  triage: { total, adjudicated },
  awaiting,
  page,
}: {
  triage: Triage
  awaiting: number
  page: string | undefined
}) {
  if (total === 0) return <p className="muted">{t('Comments appear here once someone posts one.')}</p>
  const link = (search: Record<string, string>) =>
    page === undefined ? undefined : { to: page, search: { ...search, view: 'table' } }
  return (
    <ProgressRows
      label={t('Decided and closed comments')}
      rows={[
        {
          label: t('Decided, not closed'),
          count: awaiting,
          total,
          hue: 'amber',
          link: link(DECIDED_NOT_CLOSED),
        },
        {
          label: t('Closed'),
          count: adjudicated,
          total,
          hue: 'teal',
          link: link({ triage_status: 'all', resolved: 'true' }),
        },
      ]}
    />
  )
}
