import { api, queryClient } from '../api/client.ts'
import { createCurrentUserQuery } from '../api/me.ts'
import { yieldToNextTask } from './next-task.ts'
import { router } from './router.tsx'

/** The longest time in milliseconds that the first page waits for the signed-in user. */
const MAX_WAIT_MS = 1500

/**
 * Prefetches code and data of the first page in parallel with the signed-in user. The page itself repeats and reports
 * failed requests. Resolves when the signed-in user is known.
 */
export async function prefetchFirstPage(): Promise<void> {
  // Without a session the sign-in page follows at any address.
  const isSignedOut = document.getElementById('app')?.dataset['signedOut'] !== undefined
  // In the order of the page (`listPreloadUrls`): in another order both would be fetched twice.
  const person = isSignedOut ? Promise.resolve() : queryClient.prefetchQuery(createCurrentUserQuery())
  void queryClient.prefetchQuery(api.system.settings.queryOptions())
  if (isSignedOut) return
  // In a separate batch, so that the signed-in user does not wait for a long list.
  await yieldToNextTask()
  for (const { staticData, params, search, paramsError, searchError } of router.matchRoutes(
    router.latestLocation,
  )) {
    if (paramsError === undefined && searchError === undefined) staticData.begin?.(params, { ...search })
  }
  // A batch is sent in its own task.
  await yieldToNextTask()
  // Until the signed-in user is known, the page keeps its initial text.
  await Promise.race([person, new Promise((resolve) => void setTimeout(resolve, MAX_WAIT_MS))])
}
