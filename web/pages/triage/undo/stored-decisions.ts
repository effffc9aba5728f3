import { readCurrentUser } from '../../../api/session.ts'
import { findChoice } from '../decide/decisions.ts'
import type { UndoEntry, Step } from './undo-entry.ts'

/**
 * The user's decisions in session storage: ids and versions only, so that `Z` works after a reload. No text is stored.
 */
const KEY = 'triage-decisions'

/** A decision without the changed rows and the response. */
type StoredDecision = Pick<
  UndoEntry,
  'componentId' | 'projectId' | 'size' | 'firstId' | 'decidedAt' | 'steps'
> & {
  status: string
}

/** Writing hundreds of decisions takes longer than a frame, so a series of them is written once. */
const PAUSE_MS = 500

let latest: readonly UndoEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Stores the decisions that the service has confirmed, after a pause or before the page is left. */
export function storeDecisions(undoEntries: readonly UndoEntry[]): void {
  latest = undoEntries
  if (timer !== undefined) return
  timer = setTimeout(write, PAUSE_MS)
  addEventListener('pagehide', write)
}

function write(): void {
  clearTimeout(timer)
  timer = undefined
  removeEventListener('pagehide', write)
  // The user signed out during the pause.
  if (readCurrentUser() === null) return
  const stored = latest
    .filter(({ state }) => state === 'done')
    .map(({ choice, componentId, projectId, size, firstId, decidedAt, steps }): StoredDecision => {
      return { status: choice.status, componentId, projectId, size, firstId, decidedAt, steps }
    })
  try {
    if (stored.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Without storage, a reload loses them.
  }
}

/** Returns the stored decisions that are younger than `maxAgeMs`, oldest first. */
export function readDecisions(now: number, maxAgeMs: number): Omit<UndoEntry, 'key'>[] {
  return readStored().flatMap((item) => {
    const choice = isStoredDecision(item) ? findChoice(item.status) : undefined
    if (!isStoredDecision(item) || choice === undefined || now - item.decidedAt >= maxAgeMs) return []
    const { status: _, ...entry } = item
    return [{ ...entry, choice, before: [], response: '', state: 'done' as const, stays: null }]
  })
}

function readStored(): unknown[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isStoredDecision(value: unknown): value is StoredDecision {
  if (typeof value !== 'object' || value === null) return false
  const members = new Map<string, unknown>(Object.entries(value))
  const figures = ['componentId', 'projectId', 'size', 'firstId', 'decidedAt'].map((name) =>
    members.get(name),
  )
  const steps = members.get('steps')
  return (
    typeof members.get('status') === 'string' &&
    figures.every((item) => typeof item === 'number') &&
    Array.isArray(steps) &&
    steps.every(isStep)
  )
}

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'one' ? 'reviewId' in value && 'version' in value : 'decision' in value
}
