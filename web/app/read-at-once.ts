import { api, queryClient } from '../api/client.ts'
import { me } from '../api/me.ts'
import { router } from './router.tsx'

/** So long the first page waits to know who is signed in. */
const LONGEST_MS = 1500

/**
 * Asks for the code and the records of the first page beside who is signed in, for whom the page waits. What fails here
 * is asked for again, and told, by the page itself. Resolves when it is known who is signed in.
 */
export async function readImmediately(): Promise<void> {
  // Without a session the sign-in page follows, whatever the address is.
  const isSignedOut = document.getElementById('app')?.dataset['signedOut'] !== undefined
  // In the order in which the page names them (`preloadUrls`): another order would ask for both twice.
  const person = isSignedOut ? Promise.resolve() : queryClient.prefetchQuery(me())
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
  // Before one knows who is signed in there is nothing to show in place of the word that the page begins with.
  await Promise.race([person, new Promise((resolve) => void setTimeout(resolve, LONGEST_MS))])
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve))
}
