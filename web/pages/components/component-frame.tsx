import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { ACCESS_MS, api, pollEvery } from '../../api/client.ts'
import { useLiveProject } from '../../app/follow.ts'
import { findMinRole, isForRole } from '../../app/page-roles.ts'
import { usePages } from '../../app/use-pages.ts'
import { TabBar } from '../../kit/tabs.tsx'
import { t } from '../../languages/t.ts'
import { ComponentContext } from '../comments/component-context.ts'
import { PresentPeople } from '../presence/present-people.tsx'
import { PhaseChip } from './phase-chip.tsx'
import { toPhase, formatRevision, type Summary } from './phase.ts'

/** The pages of a component in order. */
const TABS: readonly { page: string; label: string; count?: 'rules' | 'comments' }[] = [
  { page: '', label: t('Overview') },
  { page: '/edit', label: t('Requirements'), count: 'rules' },
  { page: '/comments', label: t('Comments') },
  { page: '/triage', label: t('Triage'), count: 'comments' },
  { page: '/readiness', label: t('Readiness') },
  { page: '/history', label: t('History') },
  { page: '/settings', label: t('Settings') },
]

/**
 * The frame of a component's pages with name, phase and tabs; it follows live changes. Tabs without a route are left
 * out.
 */
export function ComponentFrame({ id, children }: { id: number; children: ReactNode }) {
  const { data: summary } = useSuspenseQuery({
    ...api.components.summary.queryOptions({ id }),
    refetchInterval: pollEvery(ACCESS_MS),
  })
  const { data: workflow } = useQuery(api.components.workflowState.queryOptions({ id }))
  const exists = usePages()
  useLiveProject(summary.project_id)
  const { name, prefix, effective_permissions: role } = summary
  const rules = summary.rules_count
  const comments = workflow?.triage.pending ?? 0
  const tabs = useMemo(() => {
    const counts = { rules, comments }
    const visibleTabs = TABS.filter(({ page }) => {
      return exists(`/components/$id${page}`) && isForRole(findMinRole('components', page), role)
    })
    return visibleTabs.map(({ page, label, count }) => ({
      to: `/components/${id}${page}`,
      label,
      exact: page === '',
      count: count && counts[count],
    }))
  }, [id, role, exists, rules, comments])
  const context = useMemo(() => ({ componentId: id, prefix }), [id, prefix])
  return (
    <>
      <TabBar
        label={t('Pages of {name}', { name })}
        name={
          <>
            <span className="cut">{name}</span>
            <span className="muted">{formatRevision(summary)}</span>
            <span className="only-wide">
              <PhaseChip phase={toPhase(summary)} />
            </span>
            <PresentPeople />
          </>
        }
        tabs={tabs}
      />
      <ComponentContext value={context}>{children}</ComponentContext>
    </>
  )
}

/** "Gateway V1R2". */
export function formatTitle(summary: Pick<Summary, 'name' | 'version' | 'release'>): string {
  return [summary.name, formatRevision(summary)].filter(Boolean).join(' ')
}
