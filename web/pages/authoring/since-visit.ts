import { useEffect, useMemo, useState } from 'react'
import { parseTimestamp } from '../../api/time.ts'

/** A longer absence starts a new visit. */
const MAX_ABSENCE_MS = 30 * 60_000

/** The end of the previous visit, and when the component was last on screen, in milliseconds. */
export interface Visit {
  since: number | null
  lastVisit: number
}

/** Returns the current visit: the same one, unless the user was away for more than half an hour. */
export function visitNow(stored: Visit | null, now: number): Visit {
  if (stored === null) return { since: null, lastVisit: now }
  return { since: now - stored.lastVisit > MAX_ABSENCE_MS ? stored.lastVisit : stored.since, lastVisit: now }
}

/** Whether a requirement changed after a time. */
export function isChangedSince(since: number | null, { updated_at }: { updated_at: string }): boolean {
  return since !== null && (parseTimestamp(updated_at)?.getTime() ?? 0) > since
}

/** Returns the end of the previous visit of a component's requirements, without starting one; null for a first visit. */
export function usePreviousVisit(personId: number, componentId: number): number | null {
  const [now] = useState(() => Date.now())
  return useMemo(
    () => visitNow(read(toStorageKey(personId, componentId)), now).since,
    [personId, componentId, now],
  )
}

/** Returns the end of the previous visit of a component in this browser; null for a first visit. */
export function useSinceVisit(personId: number, componentId: number): number | null {
  const key = toStorageKey(personId, componentId)
  const [visit, setVisit] = useState(() => ({ key, ...visitNow(read(key), Date.now()) }))
  if (visit.key !== key) setVisit({ key, ...visitNow(read(key), Date.now()) })
  const { since } = visit
  useEffect(() => {
    const record = () => store(key, { since, lastVisit: Date.now() })
    record()
    document.addEventListener('visibilitychange', record)
    return () => {
      record()
      document.removeEventListener('visibilitychange', record)
    }
  }, [key, since])
  return since
}

const toStorageKey = (personId: number, componentId: number) => `workbench-visit-${personId}-${componentId}`

function read(key: string): Visit | null {
  try {
    const [since = '', lastVisit = ''] = (localStorage.getItem(key) ?? '').split(' ')
    return Number(lastVisit) > 0 ? { since: Number(since) || null, lastVisit: Number(lastVisit) } : null
  } catch {
    return null
  }
}

function store(key: string, { since, lastVisit }: Visit): void {
  try {
    localStorage.setItem(key, `${since ?? 0} ${lastVisit}`)
  } catch {
    // Without storage, nothing is marked as new.
  }
}
