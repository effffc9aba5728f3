import { api, queryClient } from '../api/client.ts'
import { me } from '../api/me.ts'
import { router } from './router.tsx'

/**
 * Asks for the code and the records of the first page beside who is signed in, for whom the page waits. What fails here
 * is asked for again, and told, by the page itself.
 */
export function readAtOnce(): void {
  void queryClient.prefetchQuery(me())
  void queryClient.prefetchQuery(api.system.settings.queryOptions())
  // In a batch of their own: who is signed in does not wait for a long list.
  setTimeout(() => {
    for (const { staticData, params, loaderDeps, paramsError, searchError } of router.matchRoutes(
      router.latestLocation,
    )) {
      if (paramsError === undefined && searchError === undefined) staticData.begin?.(params, loaderDeps)
    }
  })
}
