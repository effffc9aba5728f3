import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { createInboxQuery, createNewestCommentsQuery, type Project } from './inbox.ts'
import { useFirstSteps } from './use-first-steps.ts'

/** Up to this many projects are shown with their components; more are a table. */
export const MAX_DETAILED_PROJECTS = 3
/** The maximum length of the table; the page of all projects lists the others. */
export const MAX_TABLE_ROWS = 20

/**
 * Whether all queries that affect the layout of "My work" have settled. Blocks that appear one by one would shift the
 * layout.
 */
export function useHomeReady(
  person: { id: number; admin: boolean; provider: string | null },
  projects: readonly Project[],
  accessible: readonly Project[],
): boolean {
  const [first, second, third] = projects.length <= MAX_DETAILED_PROJECTS ? projects : []
  const steps = useFirstSteps(person, accessible)
  const answered = [
    useProjectReady(first),
    useProjectReady(second),
    useProjectReady(third),
    steps !== null || !person.admin || accessible.length > 1,
    !useQuery(createInboxQuery()).isPending,
    !useQuery(createNewestCommentsQuery(person.id)).isPending,
  ]
  // Later refetches update in place.
  const [wasReady, setWasReady] = useState(false)
  const isReady = wasReady || answered.every(Boolean)
  if (isReady !== wasReady) setWasReady(isReady)
  return isReady
}

function useProjectReady(project: Project | undefined): boolean {
  const details = useQuery({
    ...api.projects.show.queryOptions({ id: project?.id ?? 0 }),
    enabled: project !== undefined,
  })
  return project === undefined || !details.isPending
}
