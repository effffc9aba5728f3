import { useEffect } from 'react'
import { queryClient } from '../api/client.ts'
import { follow } from '../api/live.ts'

/** Keeps the data of a project up to date with changes of other users while the page is open. */
export function useLiveProject(projectId: number): void {
  useEffect(() => follow(queryClient, projectId), [projectId])
}
