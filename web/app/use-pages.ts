import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Which pages the route table has, by their address there (`/components/$id/triage`). What would lead to a page that
 * is not built leads nowhere: it is left out, and comes by itself with the page.
 */
export function usePages(): (address: string) => boolean {
  const { routesByPath } = useRouter()
  return useCallback((address) => Object.hasOwn(routesByPath, address), [routesByPath])
}
