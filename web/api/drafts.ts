import { createStore, del, delMany, entries, get, set } from 'idb-keyval'

/** A text that somebody began and has not sent. */
export interface Draft {
  text: string
  /** What the text was based on, such as the `lock_version` of its record. */
  base: number | null
  savedAt: number
}

const KEPT_MS = 30 * 24 * 60 * 60_000
const store = () => createStore('workbench-drafts', 'drafts')
let opened: ReturnType<typeof createStore> | undefined

/**
 * Drafts of one person in this browser. `place` says what a draft is for, such as `comment:rule:12:fixtext`. A browser
 * that keeps nothing, as in private windows, loses drafts with the page; nothing fails.
 */
export function draftsOf(personId: number) {
  const keyOf = (place: string) => `${personId} ${place}`
  const mine = async () => (await kept()).filter(([key]) => key.startsWith(`${personId} `))
  return {
    read: async (place: string): Promise<Draft | null> =>
      (await quietly(get<Draft>(keyOf(place), db()))) ?? null,
    /** Keeps a text; an empty one is forgotten. */
    keep: async (place: string, text: string, base: number | null = null): Promise<void> => {
      const draft: Draft = { text, base, savedAt: Date.now() }
      await quietly(text.trim() === '' ? del(keyOf(place), db()) : set(keyOf(place), draft, db()))
    },
    /** Call it when the text was posted. */
    forget: async (place: string): Promise<void> => {
      await quietly(del(keyOf(place), db()))
    },
    count: async (): Promise<number> => (await mine()).length,
    /** Call it at sign-out, after asking. */
    forgetAll: async (): Promise<void> => {
      const keys = (await mine()).map(([key]) => key)
      await quietly(delMany(keys, db()))
    },
  }
}

export type Drafts = ReturnType<typeof draftsOf>

/** Forgets what everybody left in this browser for 30 days. */
export async function forgetOldDrafts(now = Date.now()): Promise<void> {
  const old = (await kept()).filter(([, draft]) => now - draft.savedAt > KEPT_MS)
  if (old.length > 0)
    await quietly(
      delMany(
        old.map(([key]) => key),
        db(),
      ),
    )
}

function db() {
  return (opened ??= store())
}

async function kept(): Promise<[string, Draft][]> {
  return (await quietly(entries<string, Draft>(db()))) ?? []
}

async function quietly<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch {
    return undefined
  }
}
