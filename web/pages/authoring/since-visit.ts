import { useEffect, useState } from 'react'
import { momentOf } from '../../api/time.ts'

/** Away for longer than this, and coming back is a new visit. */
const AWAY_MS = 30 * 60_000

/** The end of the visit before, and when the component was last on the screen, in milliseconds. */
export interface Visit {
  since: number | null
  seen: number
}

/** The visit that someone is in now: the same one, unless they were away for longer than half an hour. */
export function visitNow(stored: Visit | null, now: number): Visit {
  if (stored === null) return { since: null, seen: now }
  return { since: now - stored.seen > AWAY_MS ? stored.seen : stored.since, seen: now }
}

/** Whether a requirement changed after a moment. */
export function isChangedSince(since: number | null, { updated_at }: { updated_at: string }): boolean {
  return since !== null && (momentOf(updated_at)?.getTime() ?? 0) > since
}

/** When the visit of a component before this one ended, in this browser; null for a first visit. */
export function useSinceVisit(personId: number, componentId: number): number | null {
  const key = `workbench-visit-${personId}-${componentId}`
  const [visit, setVisit] = useState(() => ({ key, ...visitNow(read(key), Date.now()) }))
  if (visit.key !== key) setVisit({ key, ...visitNow(read(key), Date.now()) })
  const { since } = visit
  useEffect(() => {
    const record = () => store(key, { since, seen: Date.now() })
    record()
    document.addEventListener('visibilitychange', record)
    return () => {
      record()
      document.removeEventListener('visibilitychange', record)
    }
  }, [key, since])
  return since
}

function read(key: string): Visit | null {
  try {
    const [since = '', seen = ''] = (localStorage.getItem(key) ?? '').split(' ')
    return Number(seen) > 0 ? { since: Number(since) || null, seen: Number(seen) } : null
  } catch {
    return null
  }
}

function store(key: string, { since, seen }: Visit): void {
  try {
    localStorage.setItem(key, `${since ?? 0} ${seen}`)
  } catch {
    // A browser that keeps nothing marks nothing as new.
  }
}
