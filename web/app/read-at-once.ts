import { api, queryClient } from '../api/client.ts'
import { me } from '../api/me.ts'
import { router } from './router.tsx'

/**
 * Asks for the code and the records of the first page beside who is signed in, for whom the page waits. What fails here
 * is asked for again, and told, by the page itself. Resolves as soon as everything has been asked for.
 */
export async function readImmediately(): Promise<void> {
  // Without a session the sign-in page follows, whatever the address is.
  const isSignedOut = document.getElementById('app')?.dataset['signedOut'] !== undefined
  // In the order in which the page names them (`earlyAddresses`): another order would ask for both twice.
  if (!isSignedOut) void queryClient.prefetchQuery(me())
  void queryClient.prefetchQuery(api.system.settings.queryOptions())
  if (isSignedOut) return
  // In a batch of their own: who is signed in does not wait for a long list.
  await nextTask()
  for (const { staticData, params, search, paramsError, searchError } of router.matchRoutes(
    router.latestLocation,
  )) {
    if (paramsError === undefined && searchError === undefined) staticData.begin?.(params, { ...search })
  }
  // A batch leaves in a task of its own.
  await nextTask()
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve))
}
