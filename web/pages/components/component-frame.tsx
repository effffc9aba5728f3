import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { roleAtLeast, type Role } from '../../../src/vocabulary.ts'
import { ACCESS_MS, api, pollEvery } from '../../api/client.ts'
import { useLiveProject } from '../../app/follow.ts'
import { usePages } from '../../app/use-pages.ts'
import { TabBar } from '../../kit/tabs.tsx'
import { t } from '../../languages/t.ts'
import { ComponentContext } from '../comments/component-context.ts'
import { PresentPeople } from '../presence/present-people.tsx'
import { PhaseChip } from './phase-chip.tsx'
import { toPhase, formatRevision, type Summary } from './phase.ts'

/** The pages of a component in order, with the minimum role that each is useful for. */
const TABS: readonly { page: string; label: string; minRole?: Role; count?: 'rules' | 'comments' }[] = [
  { page: '', label: t('Overview') },
  { page: '/edit', label: t('Requirements'), count: 'rules' },
  { page: '/comments', label: t('Comments') },
  { page: '/triage', label: t('Triage'), minRole: 'author', count: 'comments' },
  { page: '/readiness', label: t('Readiness'), minRole: 'viewer' },
  { page: '/history', label: t('History'), minRole: 'viewer' },
  { page: '/settings', label: t('Settings'), minRole: 'author' },
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
    const visibleTabs = TABS.filter(({ page, minRole }) => {
      return exists(`/components/$id${page}`) && (minRole === undefined || roleAtLeast(role, minRole))
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
