import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import {
  assignedQuery,
  newestCommentsQuery,
  reviewRequestsQuery,
  reviewQueueQuery,
  type Project,
} from './inbox.ts'

/** Up to this many projects are shown with their components; more are a table. */
export const IN_FULL = 3

/**
 * Whether all queries that affect the layout of "My work" have settled. Blocks that appear one by one would shift the
 * layout.
 */
export function useHomeReady(person: { id: number; admin: boolean }, projects: readonly Project[]): boolean {
  const shown = projects.length <= IN_FULL ? projects : projects.slice(0, person.admin ? 1 : 0)
  const [first, second, third] = shown
  const guides = useQuery({
    ...api.srgs.list.queryOptions({ per_page: 1, page: 1 }),
    enabled: person.admin,
  })
  const identities = useQuery({ ...api.identities.mine.queryOptions(), enabled: person.admin })
  const answered = [
    useProjectReady(first),
    useProjectReady(second),
    useProjectReady(third),
    !(person.admin && (guides.isPending || identities.isPending)),
    !useQuery(assignedQuery(person.id, projects)).isPending,
    !useQuery(reviewQueueQuery(person.id, projects)).isPending,
    !useQuery(reviewRequestsQuery()).isPending,
    !useQuery(newestCommentsQuery(person.id)).isPending,
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
