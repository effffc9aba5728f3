import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * The pages in the route table, by their path (`/components/$id/triage`). Links to pages that do not exist are left
 * out.
 */
export function usePages(): (address: string) => boolean {
  const { routesByPath } = useRouter()
  return useCallback((address) => Object.hasOwn(routesByPath, address), [routesByPath])
}
