import { useEffect, useRef } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { runAfterPaint } from '../../../app/after-paint.ts'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { preloadParts } from '../lazy-parts.ts'
import { prefetchComment } from './prefetch-comment.ts'
import { isUndecided, type Row } from './rows.ts'
import { waitForFirstComment } from './when-loaded.ts'

/** The number of comments that are prefetched. */
const PREFETCH_COUNT = 3
/** How long prefetched data is fresh. */
const FRESH_MS = 20_000

/** The next undecided comments. */
function findUpcoming(rows: readonly Row[], position: number): Row[] {
  const nextRows: Row[] = []
  for (let index = position + 1; index < rows.length && nextRows.length < PREFETCH_COUNT; index += 1) {
    const row = rows[index]
    if (row && isUndecided(row)) nextRows.push(row)
  }
  return nextRows
}

/** Prefetches the next undecided comments, and the lazy parts of the page when the first comment is shown. */
export function usePrefetch(rows: readonly Row[], index: number, projectId: number): void {
  const requested = useRef(new Map<number, number>())
  const read = useEventCallback(() => {
    const now = Date.now()
    for (const row of findUpcoming(rows, index)) {
      if (now - (requested.current.get(row.id) ?? 0) < FRESH_MS) continue
      requested.current.set(row.id, now)
      prefetchComment(row)
    }
  })
  const firstComment = useRef<Promise<void>>(null)
  useEffect(() => {
    // The selected comment and its requirement come first. Waiting again for each key would search the whole cache.
    firstComment.current ??= waitForFirstComment()
    void firstComment.current.then(() => runAfterPaint(read))
  }, [rows, index, read])
  useEffect(() => {
    void waitForFirstComment().then(preloadParts)
    void queryClient.prefetchQuery(api.responseTemplates.list.queryOptions({ projectId }))
  }, [projectId])
}
