import { useEffect } from 'react'
import { queryClient } from '../api/client.ts'
import { follow } from '../api/live.ts'

/** Keeps what is shown of a project up to date with what others do in it, while the page is open. */
export function useLiveProject(projectId: number): void {
  useEffect(() => follow(queryClient, projectId), [projectId])
}
