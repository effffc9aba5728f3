import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ACCESS_MS, api, type Outputs, pollEvery } from '../../api/client.ts'
import { useLiveProject } from '../../app/follow.ts'
import { findMinRole, isForRole } from '../../app/page-roles.ts'
import { usePages } from '../../app/use-pages.ts'
import { TabBar } from '../../kit/tabs.tsx'
import { t } from '../../languages/t.ts'

export type Project = Outputs['projects']['show']

/** The pages of a project in order. */
const TABS = [
  { page: '', label: t('Components') },
  { page: '/triage', label: t('Triage') },
  { page: '/members', label: t('Members') },
  { page: '/templates', label: t('Templates') },
  { page: '/activity', label: t('Activity') },
  { page: '/settings', label: t('Settings') },
] as const

/** A page of a project below its tabs; it updates live. */
export function ProjectFrame({ id, children }: { id: number; children: ReactNode }) {
  const { data: project } = useSuspenseQuery({
    ...api.projects.show.queryOptions({ id }),
    refetchInterval: pollEvery(ACCESS_MS),
  })
  const exists = usePages()
  useLiveProject(id)
  const { effective_permissions: role } = project
  const visibleTabs = TABS.filter(({ page }) => isForRole(findMinRole('projects', page), role))
  return (
    <>
      <TabBar
        label={t('Pages of {name}', { name: project.name })}
        name={<span className="cut">{project.name}</span>}
        tabs={visibleTabs
          .filter(({ page }) => exists(`/projects/$id${page}`))
          .map(({ page, label }) => ({ to: `/projects/${id}${page}`, label, exact: true }))}
      />
      {children}
    </>
  )
}

/** Whether the user can change the project's members and settings. */
export function isProjectAdmin({ effective_permissions: role }: Project): boolean {
  return role === 'admin'
}
