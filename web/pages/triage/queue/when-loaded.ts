import { queryClient } from '../../../api/client.ts'
import { runAfterPaint } from '../../../app/after-paint.ts'

const MAX_WAIT_MS = 3_000

/**
 * Resolves when the first comments are painted and the requests of the selected one are answered, or after three
 * seconds. Otherwise the thousands of other comments would compete with them for the processor.
 */
export function waitForFirstComment(): Promise<void> {
  return new Promise((resolve) => {
    const cache = queryClient.getQueryCache()
    let unsubscribe = () => {}
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, MAX_WAIT_MS)
    const endIfLoaded = () => {
      if (queryClient.isFetching() === 0) end()
    }
    runAfterPaint(() => {
      unsubscribe = cache.subscribe(endIfLoaded)
      endIfLoaded()
    })
  })
}
